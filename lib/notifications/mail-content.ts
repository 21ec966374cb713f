import type { Definition } from '@/lib/engine/definition/schema';
import { titledFacts } from '@/lib/instances/fact-titles';
import { outcomeName, stepName } from '@/lib/instances/names';
import type { MailWords } from './mail-words';
import type { StoredMail } from './read-mails';

/** One thing that a mail tells, as plain values: HTML and text are made of the same. */
export type MailItem = {
  readonly heading: string;
  readonly lead: string;
  readonly note: string | null;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** The one link. */
  readonly action: { readonly label: string; readonly url: string };
};

export type MailContent = {
  readonly subject: string;
  readonly language: string;
  /** Above several items; null for a single one. */
  readonly intro: string | null;
  readonly items: readonly MailItem[];
  readonly footer: readonly string[];
};

export type Addresses = {
  /** Where a person looks at their link to a task. */
  readonly link: (linkId: string) => string;
  /** Another page of the product, by its path. */
  readonly page: (path: string) => string;
};

/** Longer values and reminders are cut in a mail: the page has them whole. */
const longest = 500;

/** What a mail says: of one message alone, or of several together. */
export function mailContent(
  mails: readonly { readonly mail: StoredMail; readonly content: Definition }[],
  words: MailWords,
  addresses: Addresses,
): MailContent {
  const { t, language } = words;
  const [first] = mails;
  if (!first) throw new Error('a mail without a message');
  const items = mails.map(({ mail, content }) => itemOf(mail, content, words, addresses));
  const single = mails.length === 1;
  const subject = single
    ? subjectOf(first.mail, first.content, words)
    : t('digest.subject', { count: mails.length });
  return {
    subject: oneLine(subject),
    language,
    intro: single ? null : t('digest.intro', { count: mails.length }),
    items,
    footer: [
      ...(items.some((_, index) => isToDecide(mails[index]!.mail)) ? [t('footer.signIn')] : []),
      t('footer.why', {
        organization: first.mail.tenantName,
        url: addresses.page('/settings/notifications'),
      }),
    ],
  };
}

function isToDecide({ kind }: StoredMail): boolean {
  return kind === 'task_waits' || kind === 'task_reminder' || kind === 'task_overdue';
}

function subjectOf({ kind, task, subject }: StoredMail, content: Definition, { t }: MailWords): string {
  return t(`subjects.${kind}`, { title: task?.title ?? content.name, definition: content.name, subject });
}

function itemOf(mail: StoredMail, content: Definition, words: MailWords, addresses: Addresses): MailItem {
  const { t } = words;
  const { kind, task } = mail;
  return {
    heading: task?.title ?? `${content.name} ${mail.subject}`,
    lead: leadOf(mail, content, words),
    note: cut(mail.text ?? (kind === 'task_waits' ? (task?.instructions ?? null) : null)),
    facts: factsOf(mail, content, words),
    action: { label: t(`actions.${kind}`), url: addressOf(mail, addresses) },
  };
}

/** What is about a request as a whole: its page has the conversation, and where it is. */
const ofRequest: ReadonlySet<StoredMail['kind']> = new Set([
  'request_ended',
  'comment',
  'mention',
  'watched_ended',
]);

function addressOf({ linkId, task, instanceId, kind }: StoredMail, { link, page }: Addresses): string {
  if (ofRequest.has(kind) || !task) return page(`/requests/${instanceId}`);
  return linkId === null ? page(`/inbox/${task.id}`) : link(linkId);
}

function leadOf(mail: StoredMail, content: Definition, { t, instant }: MailWords): string {
  const { kind, task, requester } = mail;
  const due = task?.dueAt ? ` ${t('due', { when: instant(task.dueAt) })}` : '';
  const about = { definition: content.name, subject: mail.subject };
  switch (kind) {
    case 'task_waits':
      return `${requester === null ? t('leads.waits', about) : t('leads.waitsFor', { ...about, requester })}${due}`;
    case 'task_reminder':
      return `${t('leads.reminder', about)}${due}`;
    case 'task_overdue':
      return `${t('leads.overdue', about)}${due}`;
    case 'task_decided':
      return task?.outcome
        ? t('leads.decided', {
            ...about,
            outcome: outcomeName(task.outcomes, task.outcome),
            name: task.decidedBy ?? '',
          })
        : t('leads.cancelled', about);
    case 'request_ended':
      return t('leads.ended', { ...about, state: mail.state === null ? '' : stepName(content, mail.state) });
    case 'comment':
    case 'mention':
      return t(`leads.${kind}`, about);
    case 'watched_decided':
      return t('leads.watchedDecided', about);
    case 'watched_overdue':
      return t('leads.watchedOverdue', about);
    case 'watched_ended':
      return t('leads.watchedEnded', {
        ...about,
        state: mail.state === null ? '' : stepName(content, mail.state),
      });
  }
}

function factsOf(
  { facts, task, requester }: StoredMail,
  content: Definition,
  words: MailWords,
): MailItem['facts'] {
  const step = content.steps.find(({ key }) => key === task?.step);
  const own = step?.type === 'USER_TASK' ? (step.facts ?? []) : [];
  const known = titledFacts(content, facts ?? [], [...own, ...(content.facts ?? [])]);
  const said = known.filter(({ value }) => value !== null && value !== '');
  return [
    ...said.map((fact) => ({ label: fact.label, value: cut(words.fact(fact)) ?? '' })),
    ...(requester === null || !task ? [] : [{ label: words.t('requester'), value: requester }]),
  ];
}

function cut(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** A subject of a mail is one line: what breaks it would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}
