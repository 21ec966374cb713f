-- What has been done to one instance is read by its page: by bulk jobs, and what only the audit log knows.
CREATE INDEX bulk_job_items_by_instance ON public.bulk_job_items (tenant_id, instance_id, job_id);
CREATE INDEX audit_entries_by_subject ON public.audit_entries (tenant_id, subject, id DESC);
