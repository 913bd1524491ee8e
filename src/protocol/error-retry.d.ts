import type { BffErrorCode, ErrorCode } from './errors.ts';
/**
 * Whether the same request may succeed when it is sent again. `never`: something in it, or the state that it meets, has to
 * change first. `signed-in`: after the passkey. `later`: after a while, or after something else is done. `at-once`: the chain or a
 * service was out of reach for a moment, so reads are repeated without asking.
 */
export type Retry = 'never' | 'signed-in' | 'later' | 'at-once';
/** A column of both catalogues, in a file of its own because pages need it without the catalogues' texts. */
export declare const ERROR_RETRY: Readonly<Record<ErrorCode | BffErrorCode, Retry>>;
/** The class of a code; that of a code without a row, such as one of a later version, follows from HTTP's own classes. */
export declare function readRetry(code: string, status: number): Retry;
