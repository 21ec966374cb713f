/** How what is drawn stands against what the server has. */
export type SaveState =
  | { readonly kind: 'saved'; readonly revision: number }
  /** Changed a moment ago; it is saved when the typing pauses. */
  | { readonly kind: 'pending'; readonly revision: number }
  | { readonly kind: 'saving'; readonly revision: number }
  /** The server did not take it, and it is tried again by itself. */
  | {
      readonly kind: 'failed';
      readonly revision: number;
      readonly reason: FailureReason;
      readonly detail?: string;
    }
  /** It cannot be saved as it is; the next change is tried again. */
  | {
      readonly kind: 'refused';
      readonly revision: number;
      readonly problems: number;
      readonly detail: string;
    }
  /** Somebody else saved; nothing is saved until one of the two is chosen. */
  | {
      readonly kind: 'conflict';
      readonly revision: number;
      readonly theirs: number;
      readonly by: string | null;
      readonly at: string | null;
    };

export type FailureReason = 'unreachable' | 'signed_out' | 'forbidden' | 'server';
