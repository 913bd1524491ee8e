import { type ServerResponse } from 'node:http';
/** A browser's push subscription, as `PushSubscription.toJSON` writes it, and the keys to read what arrives. */
export type PushDevice = {
    subscription: {
        endpoint: string;
        keys: {
            p256dh: string;
            auth: string;
        };
    };
    /** The text of a message; throws when it was encrypted for another device. */
    decrypt: (body: Buffer) => string;
};
/** What arrived at the push service. */
export type PushedMessage = {
    path: string;
    headers: Record<string, string>;
    body: Buffer;
};
/** A push service of a test's own (RFC 8030), as those of the browsers' makers are. */
export type PushService = {
    /** `http://localhost:<port>`, which only the sandbox calls. */
    origin: string;
    received: PushedMessage[];
    /** A browser that subscribes here. */
    newDevice: () => PushDevice;
    /** How each message is answered from now on; at first with 201. */
    answer: (message: PushedMessage, response: ServerResponse) => void;
    close: () => Promise<void>;
};
export declare function startPushService(): Promise<PushService>;
