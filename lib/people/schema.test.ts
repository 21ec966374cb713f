import { describe, expect, it } from 'vitest';
import { timeZoneSchema } from '@/lib/people/schema';

describe('timeZoneSchema', () => {
  it.each(['Europe/Berlin', 'UTC', 'Australia/Lord_Howe'])('takes %s', (zone) => {
    expect(timeZoneSchema.safeParse(zone).success).toBe(true);
  });

  // PostgreSQL counts the sign of an offset the POSIX way: +02:00 would be two hours west.
  it.each(['+02:00', '-0530', 'Berlin', '', 'Europe/Atlantis'])('refuses %j in words', (zone) => {
    expect(timeZoneSchema.safeParse(zone).error?.issues[0]?.message).toBe(
      'this is not a time zone such as Europe/Berlin',
    );
  });
});
