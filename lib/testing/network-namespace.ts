import { spawnSync } from 'node:child_process';

/** Of the private addresses; the rest are the process and the namespace, so that two runs do not meet. */
const network = `10.${64 + (process.pid % 64)}`;

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** Whether this machine can make network namespaces: iproute2, and the right to use it. */
export const hasNetworkNamespaces =
  process.getuid?.() === 0 &&
  spawnSync('ip', ['netns', 'add', `il-probe-${process.pid}`]).status === 0 &&
  spawnSync('ip', ['netns', 'delete', `il-probe-${process.pid}`]).status === 0;

/**
 * A host of its own as far as the network goes: a namespace (iproute2) that a pair of virtual devices joins to this one. It
 * reaches what listens on `here`, and on the `here` of other namespaces.
 */
export class NetworkNamespace {
  readonly #name: string;
  /** The address of this side. */
  readonly here: string;

  private constructor(number: number) {
    this.#name = `il-${process.pid}-${number}`;
    this.here = `${network}.${number}.1`;
  }

  /** @param number 1 to 255, unique in the process */
  static make(number: number): NetworkNamespace {
    const made = new NetworkNamespace(number);
    const [name, device] = [made.#name, `il${process.pid}.${number}`.slice(-15)];
    ip('netns', 'add', name);
    try {
      ip('link', 'add', device, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('address', 'add', `${made.here}/30`, 'dev', device);
      ip('link', 'set', device, 'up');
      ip('-n', name, 'address', 'add', `${network}.${number}.2/30`, 'dev', 'eth0');
      ip('-n', name, 'link', 'set', 'eth0', 'up');
      ip('-n', name, 'link', 'set', 'lo', 'up');
      ip('-n', name, 'route', 'add', 'default', 'via', made.here);
    } catch (error) {
      made.remove();
      throw error;
    }
    return made;
  }

  /** What runs a program inside, to be given to `spawn`. */
  command(program: string, args: readonly string[]): [string, string[]] {
    return ['ip', ['netns', 'exec', this.#name, program, ...args]];
  }

  /** Nothing from inside arrives at the address any more, and nobody is told. */
  cutOffFrom(address: string): void {
    ip('-n', this.#name, 'route', 'add', 'blackhole', `${address}/32`);
  }

  /** It arrives again. */
  mend(address: string): void {
    ip('-n', this.#name, 'route', 'delete', 'blackhole', `${address}/32`);
  }

  /** Takes its devices along. */
  remove(): void {
    ip('netns', 'delete', this.#name);
  }
}
