import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createDesigner, DesignerProvider } from '@/components/designer/store';
import { templates } from '@/lib/definitions/templates/templates';
import { refund } from '@/lib/demo/definitions/refund';
import type { Definition } from '@/lib/engine/definition/schema';
import type { JsonObject } from '@/lib/engine/json';
import { respond } from '@/lib/engine/simulation/answering';
import { exampleInput } from '@/lib/engine/simulation/example';
import { playScenario, runActivities } from '@/lib/engine/simulation/play-scenario';
import type { Answer, Scenario } from '@/lib/engine/simulation/scenario';
import { begin, type Simulation } from '@/lib/engine/simulation/simulation';
import { mayDecide } from '@/lib/tasks/authority';
import messages from '@/messages/en.json';
import { scenarioOf, type Session } from './session';
import { SittingView } from './simulator';

const known = {
  roles: null,
  rules: null,
  functions: null,
  secrets: null,
  definitions: null,
  activityTypes: null,
  roleNames: { refund_approver: 'Refund approver' },
  ruleValues: {},
  calendarValues: {},
  people: [],
  timeZone: 'UTC',
};

function started(definition: Definition, input: JsonObject): Simulation {
  const begun = begin(definition, {
    startAt: '2026-03-02T09:00:00.000000Z',
    timeZone: 'UTC',
    subject: '1',
    input,
    requester: { email: 'ann@example.test', name: 'Ann', roles: [] },
    people: [],
    rules: { refund_limit: 100, refund_finance_limit: 10_000, refund_risk_limit: 80 },
  });
  if (!begun.ok) throw new Error(begun.message);
  return begun.simulation;
}

function answered(simulation: Simulation, answer: Answer): Simulation {
  const played = respond(simulation, answer, mayDecide);
  if (!played.ok) throw new Error(played.message);
  return played.simulation;
}

/** The words on the simulator's screen; a text that is missing fails. */
function words(definition: Definition, simulation: Simulation | null, scenarios: Scenario[] = []): string {
  const missing: string[] = [];
  const store = createDesigner(
    { definition, layout: {}, scenarios },
    { known, readOnly: false, publishedSteps: new Set(), save: { kind: 'saved', revision: 1 } },
  );
  const nothing = () => undefined;
  const session: Session | null = simulation && {
    simulation,
    automatic: false,
    setAutomatic: nothing,
    answer: nothing,
    back: nothing,
    reset: nothing,
  };
  const html = renderToString(
    <NextIntlClientProvider
      locale="en"
      messages={messages}
      timeZone="UTC"
      onError={({ message }) => missing.push(message)}
    >
      <DesignerProvider value={store}>
        <SittingView sitting={{ session, start: () => null, show: nothing, again: nothing }} />
      </DesignerProvider>
    </NextIntlClientProvider>,
  );
  expect(missing).toEqual([]);
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

const input = { orderNumber: '2026-1', customer: 'Ada', amount: 1_500, reason: 'damaged' };

test('what is open is offered, from the start to the end', () => {
  const begun = started(refund, input);
  const reviewed = runActivities(begun, mayDecide);
  const approved = answered(reviewed, { do: 'decide', step: 'in_review', outcome: 'approve' });
  const failed = answered(approved, { do: 'fail', activity: 'payment', code: 'closed' });

  expect(words(refund, null)).toMatch(/Play an instance .* Order number .* Fill in examples/);
  expect(words(refund, begun)).toMatch(/Assess the risk .* Succeed .* Another try may help/);
  expect(words(refund, reviewed)).toMatch(
    /Nobody in the organization may decide this .*Refund approver.* Approve Reject/,
  );
  expect(words(refund, failed)).toMatch(/It needs attention .* Go on without payment/);
  expect(words(refund, runActivities(approved, mayDecide))).toContain('It has ended. Outcome: approved.');
});

test('scenarios say whether they end as expected, and what they do not reach', () => {
  const begun = runActivities(started(refund, input), mayDecide);
  const rejected = runActivities(
    answered(begun, { do: 'decide', step: 'in_review', outcome: 'reject' }),
    mayDecide,
  );
  const kept = scenarioOf(rejected, { key: 'rejected', name: 'Too much' });
  const wrong = { ...kept, key: 'wrong', name: 'Wrong end', expected: { status: 'failed' as const } };

  const shown = words(refund, rejected, [kept, wrong]);

  expect(playScenario(refund, kept, mayDecide).problem).toBeNull();
  expect(shown).toMatch(/Too much as expected .*Wrong end not as expected It was to come to failed/);
  expect(shown).toMatch(/\d+ of \d+ steps and \d+ of \d+ transitions are reached/);
});

test.each(templates.map((template) => [template.key, template] as const))(
  '%s has words for all that it can wait for',
  (_, template) => {
    const begun = runActivities(started(template, exampleInput(template.input ?? {})), mayDecide);
    const later = respond(begun, { do: 'wait' }, mayDecide);

    expect(words(template, begun)).toContain('Step back');
    if (later.ok) expect(words(template, runActivities(later.simulation, mayDecide))).toContain('Step back');
  },
);
