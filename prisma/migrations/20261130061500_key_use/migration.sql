-- When a key was used last, to the minute: administrators see which ones nobody needs any more.
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;
GRANT UPDATE (last_used_at) ON api_keys TO interlock_app;
