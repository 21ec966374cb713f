import { linkToken } from './link-token';

/** The address of a person's link to a task, under the product's public address (without a slash at its end). */
export function linkAddress(url: string, secret: string, linkId: string): string {
  return `${url}/decide/${linkToken(secret, linkId)}`;
}
