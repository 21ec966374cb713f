import type { Activity } from '@/lib/engine/definition/activity-schema';
import type { Outcome } from '@/lib/engine/definition/step-schema';

/** Parts that templates have in common. */

export const approve: Outcome = { key: 'approve', name: 'Approve', kind: 'positive', reason: 'optional' };
export const reject: Outcome = { key: 'reject', name: 'Reject', kind: 'negative', reason: 'required' };

/** A mail to whoever asked. */
export function mailToRequester(key: string, subject: string, body: string): Activity {
  return {
    key,
    name: subject.replaceAll(/\{\{.*?\}\}/g, '…'),
    type: 'SEND_EMAIL',
    settings: {
      to: ['{{ instance.requester.email }}'],
      subject,
      body: `Hello {{ instance.requester.name }},\n\n${body}`,
    },
  };
}

const patient = {
  maxAttempts: 5,
  firstDelay: 'PT10S',
  factor: 3,
  maxDelay: 'PT10M',
  stopOn: ['http_400', 'http_404'],
};

/** A call of another system, which has to be given its address; tried again while that system is away. */
export function call(
  key: string,
  name: string,
  url: string,
  more: { method?: 'GET' | 'POST' | 'DELETE'; body?: Record<string, string>; compensation?: string } = {},
): Activity {
  const { method = 'POST', body, compensation } = more;
  return {
    key,
    name,
    type: 'CALL_API',
    settings: { method, url, ...(body && { body }) },
    timeout: 'PT20S',
    retry: patient,
    ...(compensation !== undefined && { compensation }),
  };
}
