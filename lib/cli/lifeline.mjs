// Loaded into every process that `npm start` runs: when the parent is gone (even by kill -9), the child stops too.
// Processes that such a child starts itself load it as well, but have another parent; their channel is left alone.
if (process.channel && process.env.INTERLOCK_SUPERVISOR === String(process.ppid)) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
