import { cache } from 'react';
import { countTasks } from '@/lib/tasks/queries';

/** How many tasks wait for the actor: counted once for a page, whose parts each show it. */
export const taskCounts = cache(countTasks);
