import type { Page, PageQuery } from '@/lib/http/page';
import type { Actor } from '@/lib/people/actor';
import type { Result } from '@/lib/people/refusal';
import type { TaskCounts, TaskDetail, TaskFilters, TaskRow } from './schema';

export async function listTasks(
  actor: Actor,
  filters: TaskFilters = {},
  page: PageQuery = {},
): Promise<Result<Page<TaskRow>>> {
  throw new Error(`being written ${actor.name}${String(filters)}${String(page)}`);
}
export async function countTasks(actor: Actor): Promise<TaskCounts> {
  throw new Error(`being written ${actor.name}`);
}
export async function getTask(actor: Actor, id: string): Promise<Result<TaskDetail>> {
  throw new Error(`being written ${actor.name}${id}`);
}
