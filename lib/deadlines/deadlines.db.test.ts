import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putCalendar } from '@/lib/calendars/commands';
import type { Rung } from '@/lib/engine/definition/step-schema';
import { sweepTimersOnce } from '@/lib/testing/sweep';
import { officeWeek } from '@/lib/testing/builders/calendars';
import { publish, refund, refundWorld, take, type World } from '@/lib/testing/builders/refund-world';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
