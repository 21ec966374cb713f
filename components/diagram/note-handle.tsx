import { Handle, Position } from '@xyflow/react';
import { noteHandle } from './note-edge';

/** Where the line of a note begins and ends. Nothing is seen of it, and nothing can be connected there by hand. */
export function NoteHandle({ type }: { type: 'source' | 'target' }) {
  return (
    <Handle
      type={type}
      id={noteHandle}
      position={type === 'source' ? Position.Bottom : Position.Top}
      isConnectable={false}
      className="invisible"
    />
  );
}
