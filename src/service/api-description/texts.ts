import type { Scope } from '#protocol/endpoint.ts'

/**
 * Texts that are not in the tables: the few rules that all endpoints share. Source: spec; profile 1, 6, 8 and
 * 10.
 */
export const API_TEXTS = {
  summary: 'Passkey wallets for an organization’s users.',
  description: [
    'Every answer is an object with `statusCode`, which mirrors the HTTP status, and `content`: the data, or an object with `message`, `code` and sometimes `errors` when the request was refused.',
    'Bodies are JSON, sent with `Content-Type: application/json`, at most 256 KiB. Unknown fields are refused, and so are repeated names.',
    'Amounts are decimal strings in base units of the token. Addresses are 0x and 40 hex digits in any case; answers write them with checksum capitals.',
    'Checks come in this order: key, scope, body, ownership, then the rest. What is not yours and what does not exist are answered alike.',
    'Within `v1` there are only additions: ignore fields that you do not know.',
  ].join('\n\n'),
  authentication:
    'The organization’s API key, a secret that begins with `pk_live_`. It belongs on a server: a request with a key that comes from a browser is refused.',
  tryIt:
    'Each request below is a command to copy. In the folder in which you started a sandbox, this line gives them its key; ids and addresses in them are examples, so begin with the lists.',
  tryItCommand:
    'export LATCHKEY_API_KEY=$(node -p "JSON.parse(fs.readFileSync(\'.data/sandbox.json\')).apiKey")',
  integrationSecret:
    'Opened by the secret of an integration, as `Authorization: Bearer …`, from your own backend. It is an endpoint of the console’s and the widget’s server.',
  groups: {
    Wallets: 'Create wallets, and read what they are, what they hold and how it came there.',
    Tokens: 'Prepare the calls of tokens for signing, and read tokens.',
    Transactions: 'Execute what a passkey has signed, and follow it.',
    Messages: 'Have what a passkey has signed approved before a page gets the signature.',
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
    'Organization: wallets': 'Whether a wallet’s end-user approves its transactions.',
    'Organization: usage': 'Transactions, wallets, gas and fees by day.',
    'Organization: overview': 'Whether everything is all right, in numbers.',
    'Organization: alerts': 'What needs an administrator’s attention now.',
    'Organization: tokens': 'The allowed tokens.',
    'Organization: fees': 'The fee that each transaction pays.',
    'Organization: policies':
      'What transactions of wallets are refused, and a dry run over the last 30 days.',
    'Organization: policy-signer': 'The key with which the organization co-signs what its policies allow.',
    'Widget sessions': 'The tokens that the widget of your pages works with.',
  },
  operations: {
    executeTransaction:
      'Send one of the two: `functionSignature` with `params`, or `data`. If both are sent, `data` is executed, and a pair that encodes another call is refused. `content` has one of two shapes: held, with `status` and `transactionUuid`, or executed at once, with `transactionHash` and without `status`. The call is named by an EIP-712 digest: domain `PasskeyWallet`, version `1`, the chain’s id and the wallet as `verifyingContract`; type `Execute(address toAddress,uint256 value,bytes data,uint256 expiration,uint256 fee,address feeCoinAddress,address feeWithdrawAddress)`, with `data` as it will be executed. Its 32 bytes are the WebAuthn challenge; user verification is required. `signature` is `abi.encode((bytes authenticatorData, string clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r, uint256 s))`: the indexes are the byte offsets of `"challenge":"` and `"type":"` in `clientDataJSON`, and a high `s` is replaced by n − s. The reasons are in `docs/adr/0009-digest-and-signature.md`. After a lost answer, send the same signed request: it is executed once, and answers the same transaction. Another request for the same payment is another payment, and is not refused. Behind the tuple may follow one byte with the number of the key, and behind that the signature of the wallet’s co-signer over the same digest. The service finds the number by itself, and adds the co-signature if the co-signer is the end-user’s approval wallet or the organization’s policy signer.',
    getTransaction:
      '`FAILED` with `executableUntil` is no end: until then whoever has the signed request can execute it, so it may become `CONFIRMED`, and the same payment in another request may be paid twice. The same holds until `expiration` for `REJECTED`, `EXPIRED` and a held one that was withdrawn. The reasons are in `docs/adr/0010-transaction-states.md`.',
    openWidgetSession:
      'The token opens the widget for this user, on pages of this origin, for ten minutes. Hand it to the page as what `getToken` answers.',
  },
  idempotency:
    'Up to 255 visible ASCII characters. The same key with the same request is answered as the first time, for 24 hours; with another request it is refused with 422.',
  headers:
    'Every answer carries `x-request-id`. `RateLimit` and `RateLimit-Policy` show what is left of the limits; `Retry-After` of an answer with 429 or 503 is how many seconds to wait.',
  stream:
    'With `Accept: text/event-stream` it is followed as it happens: each event with its sequence as `id`, its type as `event` and itself as `data`, without the envelope. `Last-Event-ID`, or `afterSequence`, goes on after an event without a gap; the answer’s `Last-Event-ID` is where it begins. A key has at most 20 streams open in a process.',
  eventData:
    'Fields in `data` by `type`. `externalUserId` is there for the wallet of an end-user only, `transactionHash` and `reason` if there is one:',
  webhooks:
    'Signed by Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Sent at least once, with the same id in each attempt, up to 10 times over about 75 hours. Answer 410 to end the subscription.',
}

/** A sentence with the scope that callers of an endpoint need. */
export function scopeSentence(scope: Scope | null): string {
  return scope === null ? 'Any valid key opens it.' : `The key must hold the scope \`${scope}\`.`
}
