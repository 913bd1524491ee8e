import type { Scope } from '#protocol/endpoint.ts'

/**
 * Texts of the API description that are not in the endpoint tables, such as rules that all endpoints share.
 * Source: spec; profile 1, 6, 8 and 10.
 */
export const API_TEXTS = {
  summary: 'Passkey wallets for an organization’s users.',
  description: [
    'Every response is an object with `statusCode`, which equals the HTTP status, and `content`. If the request was refused, `content` has a `message`, a `code` and sometimes `errors`. Otherwise, it is the data.',
    'Bodies are JSON, sent with `Content-Type: application/json`, at most 256 KiB. Unknown fields and repeated names are refused.',
    'Amounts are decimal strings in base units of the token. Addresses are 0x and 40 hex digits in any case. Responses write them with checksum capitals (EIP-55).',
    'Checks are made in this order: key, scope, body, ownership, then the rest. An object of another organization gets the same response as one that does not exist.',
    '`v1` changes only by additions, so ignore fields that you do not know.',
  ].join('\n\n'),
  authentication:
    'The organization’s API key, a secret that begins with `pk_live_`. It belongs on a server: a request with a key that comes from a browser is refused.',
  tryIt:
    'Each request below is a command to copy. In the folder in which you started a sandbox, the line below sets its API key. Ids and addresses in the commands are examples, so begin with the lists.',
  tryItCommand:
    'export LATCHKEY_API_KEY=$(node -p "JSON.parse(fs.readFileSync(\'.data/sandbox.json\')).apiKey")',
  integrationSecret:
    'Called from your own backend with the secret of an integration, as `Authorization: Bearer …`. The endpoint belongs to the server of the console and the widget.',
  groups: {
    Wallets: 'Create wallets, and read their details, assets and histories.',
    Tokens: 'Prepare the calls of tokens for signing, and read tokens.',
    Transactions: 'Execute signed calls, and follow their status.',
    Messages: 'Have signed messages approved before a page gets the signature.',
    Deployment: 'The chain, the factory and the extensions of this deployment.',
    'Organization: organization': 'The name, and the sites that may frame the widget.',
    'Organization: keys':
      'Issue, change, rotate and revoke API keys, and read their usage and their requests.',
    'Organization: domains': 'The domains of passkeys, and the proof that they are yours.',
    'Organization: clocks': 'The clocks of the service and of the chain.',
    'Organization: gas': 'The gas budget of the day.',
    'Organization: webhooks': 'Webhook endpoints and their deliveries.',
    'Organization: events': 'The events, as a list or as a stream.',
    'Organization: transactions': 'Transactions with their wallets and end-users, and their receipts.',
    'Organization: wallets': 'Whether the transactions of a wallet need its end-user’s approval.',
    'Organization: usage': 'Transactions, wallets, gas and fees by day.',
    'Organization: overview': 'The state of the organization in numbers.',
    'Organization: alerts': 'The problems that need an administrator’s attention now.',
    'Organization: tokens': 'The allowed tokens.',
    'Organization: fees': 'The fee that each transaction pays.',
    'Organization: policies':
      'The rules by which transactions of wallets are refused, and a dry run over the last 30 days.',
    'Organization: approvals': 'Transactions that people of the organization decide, and their number.',
    'Organization: approvers': 'The power of a member to approve.',
    'Organization: policy-signer': 'The key with which the organization co-signs what its policies allow.',
    'Widget sessions': 'The session tokens for the widget on your pages.',
  },
  operations: {
    executeTransaction:
      'Send one of the two: `functionSignature` with `params`, or `data`. If both are sent, `data` is executed, and a pair that encodes another call is refused. `content` has one of two shapes: held, with `status` and `transactionUuid`, or executed at once, with `transactionHash` and without `status`. The call is named by an EIP-712 digest: domain `PasskeyWallet`, version `1`, the chain’s id and the wallet as `verifyingContract`; type `Execute(address toAddress,uint256 value,bytes data,uint256 expiration,uint256 fee,address feeCoinAddress,address feeWithdrawAddress)`, with `data` as it will be executed. Its 32 bytes are the WebAuthn challenge; user verification is required. `signature` is `abi.encode((bytes authenticatorData, string clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r, uint256 s))`: the indexes are the byte offsets of `"challenge":"` and `"type":"` in `clientDataJSON`, and a high `s` is replaced by n − s. The reasons are in `docs/adr/0009-digest-and-signature.md`. If the response is lost, send the same signed request again: it is executed once, and the response names the same transaction. A newly signed request for the same payment is another payment, and is not refused. The tuple may be followed by one byte with the number of the key, and that byte by the signature of the wallet’s co-signer over the same digest. The service finds the number by itself, and adds the co-signature if the co-signer is the end-user’s approval wallet or the organization’s policy signer.',
    getTransaction:
      '`FAILED` with `executableUntil` is not final. Until that time anyone who has the signed request can execute it, so the transaction may become `CONFIRMED`, and a new request for the same payment may pay it twice. The same applies until `expiration` to `REJECTED`, `EXPIRED` and a held transaction that was cancelled. The reasons are in `docs/adr/0010-transaction-states.md`.',
    openWidgetSession:
      'The token opens the widget for this user, on pages of this origin, for ten minutes. Your page returns it from `getToken`.',
  },
  idempotency:
    'Up to 255 visible ASCII characters. The same key with the same request gets the same response for 24 hours. With another request, it is refused with 422.',
  headers:
    'Every response has an `x-request-id`. `RateLimit` and `RateLimit-Policy` show the remaining limits. `Retry-After` of a response with 429 or 503 is the number of seconds to wait.',
  stream:
    'With `Accept: text/event-stream` the events are streamed as they happen. Each has its sequence as `id`, its type as `event` and itself as `data`, without the envelope. `Last-Event-ID`, or `afterSequence`, continues after an event without a gap. The `Last-Event-ID` of the response is the sequence after which the stream begins. A sequence that was never assigned, as after a restore, is 409 `EVENT_CURSOR_AHEAD`. A key can have at most 20 open streams per process.',
  eventData:
    'Fields in `data` by `type`. `externalUserId` is present only for the wallet of an end-user, `transactionHash` and `reason` only if there is one:',
  webhooks:
    'Signed by Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Sent at least once, with the same id in each attempt, up to 10 times over about 75 hours. Deliveries may arrive in another order than the events: compare `timestamp` in the body, or read `GET /v1/org/events`, which is in order. Respond with 410 to end the subscription.',
}

/** Returns a sentence with the scope that callers of an endpoint need. */
export function scopeSentence(scope: Scope | null): string {
  return scope === null ? 'Any valid key may call it.' : `The key must hold the scope \`${scope}\`.`
}
