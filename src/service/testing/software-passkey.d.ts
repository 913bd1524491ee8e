import type { Hex } from 'viem';
import { type WebAuthnSignature } from '#shared/signing/signature.ts';
/** What a test may do wrong on purpose; everything else is as a browser does it. */
export type AssertionChanges = {
    flags?: number;
    type?: string;
    challenge?: string;
    origin?: string;
    crossOrigin?: boolean;
    topOrigin?: string;
    rpIdHash?: Hex;
    /** Instead of the whole clientDataJSON. */
    clientDataJSON?: string;
    highS?: boolean;
};
export type SoftwarePasskey = {
    domain: string;
    rpIdHash: Hex;
    qx: bigint;
    qy: bigint;
    /** 64 hex digits each, as a create request carries them. */
    qxHex: string;
    qyHex: string;
    /** The `signature` of an execute request over this digest. */
    /** The private key, for a test that goes on in another process. */
    jwk: Record<string, unknown>;
    sign: (digest: Hex, changes?: AssertionChanges) => Hex;
    assert: (digest: Hex, changes?: AssertionChanges) => WebAuthnSignature;
};
/** A passkey in memory that signs as an authenticator behind a browser on `https://<domain>` does. */
export declare function createSoftwarePasskey(domain: string, known?: Record<string, unknown>): SoftwarePasskey;
