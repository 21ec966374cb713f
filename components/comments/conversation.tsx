'use client';

import { Paperclip, Send } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useId, useRef, useState } from 'react';
import { FileName } from '@/components/instances/file-name';
import { useSizeText } from '@/components/instances/file-size';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-styles';
import { RelativeTime } from '@/components/ui/relative-time';
import { addCommentAction } from '@/lib/comments/actions';
import type { CommentRow, MentionablePerson } from '@/lib/comments/schema';
import { MentionField } from './mention-field';
import { mentionParts, stillNamed } from './mention-query';

export type ConversationProps = {
  instanceId: string;
  comments: readonly CommentRow[];
  /** Who reads. */
  personId: string;
  /** What is said where nobody has written yet. */
  empty: string;
};

/** What people have written about a request, a field to write more, and a button to add a document. */
export function Conversation({ instanceId, comments, personId, empty }: ConversationProps) {
  const t = useTranslations('comments');
  const router = useRouter();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [named, setNamed] = useState<readonly MentionablePerson[]>([]);
  const [busy, setBusy] = useState<'text' | 'file' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function working(what: 'text' | 'file', work: () => Promise<string | null>) {
    setBusy(what);
    setProblem(null);
    try {
      setProblem(await work());
    } catch {
      setProblem(t('unreachable'));
    } finally {
      setBusy(null);
    }
  }

  const send = () =>
    working('text', async () => {
      const mentions = [...new Set(stillNamed(text, named).map((person) => person.id))];
      const result = await addCommentAction(instanceId, { text, mentions });
      if (!result.ok) return result.refusal.message;
      setText('');
      setNamed([]);
      return null;
    });

  const upload = (chosen: File) =>
    working('file', async () => {
      const query = new URLSearchParams({ name: chosen.name });
      const response = await fetch(`/api/workflows/instances/${instanceId}/documents?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: chosen,
      });
      if (!response.ok) return ((await response.json()) as { detail: string }).detail;
      router.refresh();
      return null;
    });

  return (
    <div>
      {comments.length === 0 ? <p className="text-base text-muted">{empty}</p> : null}
      <ol aria-label={t('title')} className="flex flex-col gap-4">
        {comments.map((one) => (
          <Comment key={one.id} comment={one} own={one.author.id === personId} />
        ))}
      </ol>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') void send();
        }}
      >
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {t('write')}
        </label>
        <MentionField
          id={id}
          instanceId={instanceId}
          value={text}
          onChange={setText}
          onMention={(person) => setNamed((before) => [...before, person])}
        />
        {problem === null ? null : (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {problem}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            icon={<Send aria-hidden />}
            busy={busy === 'text'}
            disabled={busy !== null || text.trim() === ''}
          >
            {t('send')}
          </Button>
          <label
            className={buttonClass({
              className: 'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus',
            })}
          >
            <Paperclip aria-hidden />
            {busy === 'file' ? t('uploading') : t('addDocument')}
            <input
              ref={file}
              type="file"
              className="sr-only"
              disabled={busy !== null}
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0];
                event.currentTarget.value = '';
                if (chosen) void upload(chosen);
              }}
            />
          </label>
        </div>
      </form>
    </div>
  );
}

function Comment({ comment, own }: { comment: CommentRow; own: boolean }) {
  const t = useTranslations('comments');
  const sizeText = useSizeText();
  const { author, file, text, mentions, createdAt } = comment;
  return (
    <li className="flex gap-2.5">
      <Avatar name={author.name} size="md" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">
          <strong className="font-semibold text-ink">{own ? t('you') : author.name}</strong> ·{' '}
          <RelativeTime at={createdAt} />
        </p>
        {text === '' ? null : (
          <p className="mt-0.5 text-base wrap-anywhere whitespace-pre-line text-ink">
            {mentionParts(text, mentions).map((part, place) =>
              part.named ? (
                <strong key={place} className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent-ink">
                  {part.text}
                </strong>
              ) : (
                part.text
              ),
            )}
          </p>
        )}
        {file ? (
          <p className="mt-0.5 text-base">
            <FileName file={file} erased={file.erased} />{' '}
            <span className="text-muted">({sizeText(file.size)})</span>
          </p>
        ) : null}
      </div>
    </li>
  );
}
