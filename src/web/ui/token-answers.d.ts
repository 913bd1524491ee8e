import type { Hex } from 'viem';
/** The calls that ask a token for its words. */
export declare const TOKEN_QUESTIONS: {
    decimals: `0x${string}`;
    symbol: `0x${string}`;
};
/** More than any amount below 2^256 has digits. */
export declare const DECIMALS_MAX = 77n;
/** The number in a contract's answer; undefined if it is none. */
export declare function readUint(answer: Hex): bigint | undefined;
/** A token's symbol in its contract's answer, made harmless; `?` without one. */
export declare function readSymbol(answer: Hex): string;
