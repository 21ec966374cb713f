import { definitionJsonSchema } from '@/lib/engine/definition/json-schema';
import { endpoint } from '@/lib/http/endpoint';
import { done } from '@/lib/people/refusal';

/** The JSON Schema of definitions. It is the same for everybody and says nothing of anybody. */
export const GET = endpoint(async () => ({ result: done(definitionJsonSchema()) }));
