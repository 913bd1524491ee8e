import { FEE_SENTENCES } from './fee-sentences.ts'

/**
 * Verbatim messages with which nodes respond to `eth_sendRawTransaction`. Most have no JSON-RPC code.
 * Columns: verdict | client | message | public source. `{n}` is a number, `{hash}` a hash, `{address}` an
 * address, `{word}` one word, `{amount}` a number with its unit and `{text}` any words. `{minTip}` and
 * `{minFee}` are minimums, in wei per gas. `{inner}` is a wrapped message, looked up separately. A message is
 * matched whole. Capitals and a final full stop do not matter. The messages about fees and funds are in `fee-sentences.ts`.
 */
const TABLE = `
accepted | geth, Erigon, Reth | already known | go-ethereum core/txpool/errors.go
accepted | geth 1.8 | known transaction: {hash} | chainlink core/chains/evm/client/errors_test.go
accepted | geth light client | known transaction ({word}) | chainlink core/chains/evm/client/errors_test.go
accepted | Besu, Klaytn | known transaction | besu RpcErrorType.java, ETH_SEND_TX_ALREADY_KNOWN
accepted | Hardhat, EDR | known transaction: {hash} | hardhat edr mempool.rs, TransactionAlreadyExists
accepted | Erigon | existing txn with same hash | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go, DuplicateHash
accepted | Erigon | block already known | chainlink core/chains/evm/client/errors_test.go
accepted | OpenEthereum | transaction with the same hash was already imported. | chainlink core/chains/evm/client/errors_test.go
accepted | Nethermind 1.x | alreadyknown | nethermind AcceptTxResult.cs, AlreadyKnown
accepted | Nethermind 1.x | ownnoncealreadyused | chainlink core/chains/evm/client/errors_test.go
accepted | zkSync Era | known transaction. transaction with hash {word} is already in the system | chainlink core/chains/evm/client/errors_test.go
accepted | anvil | transaction already imported | foundry crates/anvil/src/eth/error.rs, AlreadyImported
accepted | anvil | tx: [{hash}] already imported | foundry crates/anvil/src/eth/error.rs, AlreadyImported
accepted | Cosmos EVM, Ethermint | tx already in mempool | cosmos-sdk types/errors/errors.go, ErrTxInMempoolCache
accepted | Sei | tx already exists in cache | chainlink core/chains/evm/client/errors_test.go
accepted | Frontier (Moonbeam, Astar) | pool(alreadyimported) | chainlink core/chains/evm/client/errors_test.go, moonriver
accepted | EthereumJS | {hash}: this transaction is already in the txpool | ethereumjs-monorepo packages/client/src/service/txpool.ts
accepted | Rootstock | pending transaction with same hash already exists | rskj TransactionPoolImpl.java
accepted | Rootstock | queued transaction with same hash already exists | rskj TransactionPoolImpl.java
accepted | Conflux eSpace | tx already exist | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
accepted | FISCO BCOS | alreadyintxpool | FISCO-BCOS, pull request 5569
accepted | Filecoin Lotus | message from {word} with nonce {n} already in mpool: message with nonce already exists | lotus chain/messagepool/messagepool.go
accepted | Monad | an existing transaction had higher priority | category-labs/monad-bft, pull request 1539: the pool has this transaction, or a dearer one of the same nonce
accepted | Monad | another transaction has higher priority | category-labs/monad-bft, older
accepted | Monad | a newer transaction had higher priority | category-labs/monad-bft, pull request 1539: replaced in the pool
nonce-too-low | geth 1.8 to 1.12 | nonce too low | go-ethereum core/error.go, ErrNonceTooLow
nonce-too-low | geth 1.13, op-geth, bor, bsc, Reth | nonce too low: next nonce {n}, tx nonce {n} | go-ethereum core/txpool/validation.go
nonce-too-low | Arbitrum Nitro | nonce too low: address {address}, tx: {n} state: {n} | chainlink core/chains/evm/client/errors_test.go
nonce-too-low | Arbitrum Nitro | invalid transaction nonce | chainlink core/chains/evm/client/errors_test.go
nonce-too-low | Avalanche coreth | nonce too low: address {address} current nonce ({n}) > tx nonce ({n}) | chainlink core/chains/evm/client/errors_test.go
nonce-too-low | Nethermind 1.x | oldnonce | nethermind AcceptTxResult.cs, OldNonce
nonce-too-low | Nethermind 1.x | oldnonce, current nonce: {n}, nonce of rejected tx: {n} | chainlink core/chains/evm/client/errors_test.go
nonce-too-low | Erigon | mined | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go, Mined
nonce-too-low | OpenEthereum | transaction nonce is too low. try incrementing the nonce. | chainlink core/chains/evm/client/errors_test.go
nonce-too-low | zkSync Era | nonce too low. allowed nonce range: {n} - {n}, actual: {n} | zksync-era api_server tx_sender/result.rs
nonce-too-low | Hedera | nonce too low. provided nonce: {n}, current nonce: {n} | chainlink core/chains/evm/client/errors_test.go
nonce-too-low | Hardhat | nonce too low. expected nonce to be {n} but got {n}. note that transactions can't be queued when automining. | hardhat node.ts
nonce-too-low | EDR | transaction nonce is too low. expected nonce to be at least: {n}, but received {n}. | hardhat edr mempool.rs, NonceTooLow
nonce-too-low | Cosmos EVM, Ethermint | invalid nonce; got {n}, should be expected {n} or higher with pending txs in the same block | ethermint forks, ante handler of nonces
nonce-too-low | Cosmos EVM | tx nonce is lower than account nonce | cosmos/evm ante errors
nonce-too-low | Cosmos EVM | invalid nonce; got {n}, expected {n}: tx nonce is lower than account nonce | cosmos/evm ante errors
nonce-too-low | Harmony | transaction already finalized | chainlink core/chains/evm/client/errors_test.go
nonce-too-low | Frontier (Moonbeam, Astar) | pool(stale) | chainlink core/chains/evm/client/errors_test.go, moonriver
nonce-too-low | EthereumJS | {address} tries to send a tx with nonce {n}, but account has nonce {n} (tx nonce too low) | ethereumjs-monorepo packages/client/src/service/txpool.ts
nonce-too-low | Rootstock | transaction nonce too low | rskj TxValidatorNonceRangeValidator.java
nonce-too-low | ethrex | nonce for account too low | ethrex crates/blockchain/error.rs, NonceTooLow
nonce-too-low | ethrex | nonce already used | ethrex crates/blockchain/error.rs, InvalidNonce
nonce-too-low | Conflux eSpace | transaction {hash} is discarded due to a too stale nonce | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
nonce-too-low | FISCO BCOS | txalreadyinchain | FISCO-BCOS bcos-framework/protocol/TransactionStatus.h
nonce-too-low | Filecoin Lotus | minimum expected nonce is {n}, got {n}: message nonce too low | lotus chain/messagepool/messagepool.go
nonce-too-low | Filecoin Lotus | minimum expected nonce is {n}: message nonce too low | lotus chain/messagepool/messagepool.go, older
later | geth, Reth | txpool is full | reth rpc-eth-types error/mod.rs, TxPoolOverflow
later | Erigon | pending sub-pool is full | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
later | Erigon | basefee sub-pool is full | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
later | Erigon | queued sub-pool is full | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
later | Erigon | spammer | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
later | geth | account limit exceeded: pooled {n} txs | go-ethereum core/txpool/validation.go
later | geth | account limit exceeded | go-ethereum core/txpool/errors.go
later | geth | future transaction tries to replace pending | go-ethereum core/txpool/errors.go
later | geth, Reth | address already reserved | go-ethereum core/txpool/errors.go
later | geth 1.16 | in-flight transaction limit reached for delegated accounts | go-ethereum core/txpool/errors.go
later | geth 1.16 | gapped-nonce tx from delegated accounts | go-ethereum core/txpool/legacypool
later | geth, Erigon, anvil | nonce too high | go-ethereum core/error.go, ErrNonceTooHigh
later | geth | nonce too high: tx nonce {n}, gapped nonce {n} | go-ethereum core/txpool/validation.go
later | Arbitrum Nitro | nonce too high: address {address}, tx: {n} state: {n} | chainlink core/chains/evm/client/errors_test.go
later | Arbitrum Nitro | insert lock taken | nitro execution/interface.go
later | Arbitrum Nitro | please retry transaction | nitro execution/interface.go, ErrRetrySequencer
later | Arbitrum | tx dropped due to l2 congestion | chainlink core/chains/evm/client/errors_test.go
later | Optimism, Metis | queue full | chainlink core/chains/evm/client/errors_test.go
later | Arbitrum | sequencer pending tx pool full, please try again | chainlink core/chains/evm/client/errors_test.go
later | Nethermind 1.x | noncegap | nethermind AcceptTxResult.cs, NonceGap
later | Nethermind 1.x | noncegap, future nonce. expected nonce: {n} | chainlink core/chains/evm/client/errors_test.go
later | Besu | transaction nonce is too distant from current sender nonce | besu RpcErrorType.java
later | Besu | an invalid transaction with a lower nonce exists | besu RpcErrorType.java
later | Besu | transaction pool not enabled. (either txpool explicitly disabled, or node not yet in sync). | besu RpcErrorType.java
later | Besu | initial sync is still in progress | besu RpcErrorType.java
later | zkSync Era | nonce too high. allowed nonce range: {n} - {n}, actual: {n} | zksync-era api_server tx_sender/result.rs
later | zkSync Era | insertion of another transaction with the same nonce is in progress | zksync-era api_server tx_sender/result.rs
busy | zkSync Era | server shutting down | zksync-era api_server tx_sender/result.rs
later | Hedera | nonce too high. provided nonce: {n}, current nonce: {n} | chainlink core/chains/evm/client/errors_test.go
later | Cosmos EVM | mempool is full | cosmos-sdk types/errors/errors.go, ErrMempoolIsFull
later | Cosmos EVM, Ethermint | invalid nonce; got {n}, expected {n}: invalid sequence | ethermint app/ante/nonce
later | Cosmos EVM, Ethermint | invalid nonce; got {n}, expected {n} | ethermint app/ante/nonce
later | EthereumJS | cannot add tx: pool is full | ethereumjs-monorepo packages/client/src/service/txpool.ts
later | EthereumJS | cannot add tx for {address}: already have max amount of txs for this account | ethereumjs-monorepo packages/client/src/service/txpool.ts
later | EthereumJS | client is not aware of the current chain height yet (give sync some more time) | ethereumjs-monorepo packages/client/src/rpc/modules/eth.ts
later | Rootstock | transaction nonce too high | rskj TxValidatorNonceRangeValidator.java
later | Rootstock | account exceeds quota | rskj TransactionPoolImpl.java
later | ethrex | no block header | ethrex crates/blockchain/error.rs, NoBlockHeaderError
later | ethrex | sender {word} has {n} queued (future-nonce) transactions (per-account cap {n}); rejecting new future transaction | ethrex crates/blockchain/error.rs, MaxQueuedTxsPerAccountExceeded
later | ethrex | mempool {n}% full; rejecting gapped-nonce tx (nonce gap = {n}) | ethrex crates/blockchain/error.rs, GapAdmissionDeniedUnderPressure
later | Aurora | err_incorrect_nonce | aurora-is-near/aurora-engine, issue 451: too low and too high alike
later | Ganache | the tx doesn't have the correct nonce. account has nonce of: {text} | omni/tokenbridge, pull request 651: too low and too high alike
later | Conflux eSpace | transaction {hash} is discarded due to in too distant future | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
later | Conflux eSpace | failed imported to deferred pool: transaction pool is full | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
later | Conflux eSpace | request rejected due to still in the catch up mode | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
later | FISCO BCOS | noncecheckfail | FISCO-BCOS bcos-framework/protocol/TransactionStatus.h: used and waiting alike
later | FISCO BCOS | txpoolisfull | FISCO-BCOS bcos-framework/protocol/TransactionStatus.h
later | Filecoin Lotus | too many pending messages for actor | lotus chain/messagepool/messagepool.go
later | Filecoin Lotus | message nonce has too big a gap from expected nonce (nonce: {n}, nextnonce: {n}): unfulfilled nonce gap | lotus chain/messagepool/messagepool.go
later | Filecoin Lotus | rejecting replace by fee because of nonce gap (nonce: {n}, nextnonce: {n}): unfulfilled nonce gap | lotus chain/messagepool/messagepool.go
later | Cosmos EVM, ZetaChain | tx nonce is higher than account nonce | zeta-chain/evm mempool/errors.go
later | Sonic | authority already reserved | sonic evmcore/error.go
later | Monad | transaction pool is full | category-labs/monad-bft, pull request 1539
busy | Monad | transaction pool is not ready | category-labs/monad-bft, pull request 1539
busy | Flow EVM gateway | limit of requests per second reached | flow-evm-gateway models/errors/errors.go
busy | Flow EVM gateway | recoverable: disconnected | flow-evm-gateway models/errors/errors.go
busy | Hedera | hbar rate limit exceeded | hiero-json-rpc-relay src/lib/errors/JsonRpcError.ts
busy | Hedera | ip rate limit exceeded on {word} | hiero-json-rpc-relay src/lib/errors/JsonRpcError.ts
busy | Hedera | request timeout. please try again. | hiero-json-rpc-relay src/lib/errors/JsonRpcError.ts
busy | Hedera | mirror node upstream failure: statuscode={n}, message={text} | hiero-json-rpc-relay src/lib/errors/JsonRpcError.ts
busy | Infura | project id request rate exceeded | infura documentation, error codes
busy | Infura | daily request count exceeded, request rate limited | infura documentation, error codes
busy | Alchemy | your app has exceeded its compute units per second capacity. | alchemy documentation, error reference
busy | Alchemy | your app has exceeded its compute units per second capacity. if you have retries enabled, you can safely ignore this message. if not, check out {word} | alchemy documentation, error reference
busy | QuickNode | {n}/second request limit reached - reduce calls per second or upgrade your account at quicknode.com | foundry alloy transport, issue 4894
busy | QuickNode | {n}/second request limit reached - reduce calls per second | quicknode documentation, error references
busy | QuickNode | credits limited to {n}/sec | latticexyz/mud, issue 1522
busy | Alchemy | monthly capacity limit exceeded. visit {word} to upgrade your scaling policy for continued service. | ithacaxyz/relay, issue 1443
busy | dRPC | request timeout on the free tier, please upgrade your tier to the paid one | enviodev/hyperindex, issue 715
busy | Chainstack | you've exceeded the rps limit available on the current plan. | chainstack documentation
busy | LinkPool, Blockdaemon | request timed out | chainlink core/chains/evm/client/errors_test.go
refused | geth, Erigon, Reth | invalid sender | go-ethereum core/txpool/errors.go
refused | geth | invalid sender: {text} | go-ethereum core/txpool/validation.go
refused | geth, Erigon, Reth | exceeds block gas limit | go-ethereum core/txpool/errors.go
refused | Reth | exceeds max transaction gas limit | reth rpc-eth-types error/mod.rs
refused | geth 1.16 | transaction gas limit too high (cap: {n}, tx: {n}) | go-ethereum core/txpool/validation.go, EIP-7825
refused | geth | negative value | go-ethereum core/txpool/errors.go
refused | geth | oversized data | go-ethereum core/txpool/errors.go
refused | geth, Reth | oversized data: transaction size {n}, limit {n} | go-ethereum core/txpool/validation.go
refused | geth | gas uint64 overflow | go-ethereum core/error.go
refused | geth 1.12, zkSync | intrinsic gas too low | go-ethereum core/error.go
refused | geth 1.13 | intrinsic gas too low: gas {n}, minimum needed {n} | go-ethereum core/txpool/validation.go
refused | geth | intrinsic gas too low: have {n}, want {n} | go-ethereum core/state_transition.go
refused | geth 1.15 | insufficient gas for floor data gas cost: gas {n}, minimum needed {n} | go-ethereum core/txpool/validation.go
refused | Reth | intrinsic gas too high | reth rpc-eth-types error/mod.rs
refused | geth, bor | transaction type not supported | go-ethereum core/types/transaction.go
refused | geth | transaction type not supported: tx type {n} not supported by this pool | go-ethereum core/txpool/validation.go
refused | geth | transaction type not supported: type {n} rejected, pool not yet in {word} | go-ethereum core/txpool/validation.go
refused | anvil | unknown transaction type not supported | foundry crates/anvil/src/eth/error.rs
refused | various | unknown transaction type | field reports
refused | geth | typed transaction too short | go-ethereum core/types/transaction.go
refused | geth, bsc, Fantom | tx fee ({amount}) exceeds the configured cap ({amount}) | go-ethereum internal/ethapi/api.go
refused | geth | only replay-protected (eip-155) transactions allowed over rpc | go-ethereum internal/ethapi/api.go
refused | geth, zkSync | max priority fee per gas higher than max fee per gas | go-ethereum core/error.go
refused | geth | max fee per gas higher than 2^256-1 | go-ethereum core/error.go
refused | geth | nonce has max value | go-ethereum core/error.go
refused | geth | sender not an eoa | go-ethereum core/error.go
refused | Reth | sender is not an eoa | reth rpc-eth-types error/mod.rs
refused | anvil, Treasure | invalid chain id for signer | foundry crates/anvil/src/eth/error.rs
refused | Reth | invalid chain id | reth rpc-eth-types error/mod.rs
refused | Besu | intrinsic gas exceeds gas limit | besu RpcErrorType.java
refused | Besu | transaction gas limit exceeds block gas limit | besu RpcErrorType.java
refused | Besu | invalid signature | besu RpcErrorType.java
refused | Besu | invalid transaction type | besu RpcErrorType.java
refused | Besu | wrong chainid | besu RpcErrorType.java
refused | Besu | transaction fee cap exceeded | besu RpcErrorType.java
refused | Besu | sender account not authorized to send transactions | besu RpcErrorType.java
refused | Besu | plugin has marked the transaction as invalid | besu RpcErrorType.java
refused | Erigon | fork supporting this transaction type is not activated yet | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
refused | Erigon | gas limit is too high | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
refused | Erigon | rlptoolong | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
refused | Erigon | intrinsicgas | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go
refused | Nethermind 1.x | senderiscontract | nethermind AcceptTxResult.cs
refused | Nethermind 1.x | failedtoresolvesender | nethermind AcceptTxResult.cs
refused | Nethermind 1.x | gaslimitexceeded | nethermind AcceptTxResult.cs
refused | Nethermind 1.x | gaslimitexceeded, gas limit: {n}, gas limit of rejected tx: {n} | chainlink core/chains/evm/client/errors_test.go
refused | Nethermind 1.x | int256overflow | nethermind AcceptTxResult.cs
refused | Nethermind 1.x | invalid | nethermind AcceptTxResult.cs
refused | Nethermind 1.x | invalid, {text} | chainlink core/chains/evm/client/errors_test.go
refused | OpenEthereum | transaction is not permitted. | chainlink core/chains/evm/client/errors_test.go
refused | OpenEthereum | sender is banned in local queue. | chainlink core/chains/evm/client/errors_test.go
refused | Arbitrum | forbidden sender address | chainlink core/chains/evm/client/errors_test.go
refused | zkSync Era | invalid sender. can't start a transaction from a non-account | zksync-era api_server tx_sender/result.rs
refused | zkSync Era | not enough gas to publish compressed bytecodes | zksync-era api_server tx_sender/result.rs
refused | zkSync Era | contract deployer address {address} is not in the allow list | zksync-era api_server tx_sender/result.rs
refused | Polygon zkEVM | failed to add tx to the pool: not enough {word} counters to continue the execution | chainlink core/chains/evm/client/errors_test.go
refused | Polygon zkEVM | failed to add tx to the pool: out of counters at node level ({text}) | chainlink core/chains/evm/client/errors_test.go
refused | Harmony | \`to\` address of transaction in blacklist | chainlink core/chains/evm/client/errors_test.go
refused | Harmony | \`from\` address of transaction in blacklist | chainlink core/chains/evm/client/errors_test.go
refused | Sei | tx too large. max size is {n}, but got {n} | chainlink core/chains/evm/client/errors_test.go
refused | EthereumJS | tx gaslimit of {n} exceeds block gas limit of {n} (exceeds last block gas limit) | ethereumjs-monorepo packages/client/src/service/txpool.ts
refused | EthereumJS | tx is too large ({n} bytes) and exceeds the max data size of {n} bytes | ethereumjs-monorepo packages/client/src/service/txpool.ts
refused | EthereumJS | tx of type {n} unknown | ethereumjs-monorepo packages/client/src/service/txpool.ts
refused | OpenEthereum | transaction gas is too low. there is not enough gas to cover minimal cost of the transaction (minimal: {n}, got: {n}). try increasing supplied gas. | parity-ethereum rpc/src/v1/helpers/errors.rs, InsufficientGas
refused | OpenEthereum | transaction cost exceeds current gas limit. limit: {n}, got: {n}. try decreasing supplied gas. | parity-ethereum rpc/src/v1/helpers/errors.rs, GasLimitExceeded
refused | Rootstock | transaction's basic cost is above the gas limit | rskj TxValidatorIntrinsicGasLimitValidator.java
refused | Rootstock | transaction's gas limit of {n} is higher than the block's gas limit of {n} | rskj TxValidatorGasLimitValidator.java
refused | ethrex | transaction gas limit exceeded | ethrex crates/blockchain/error.rs, TxGasLimitExceededError
refused | ethrex | transaction intrinsic gas cost above gas limit | ethrex crates/blockchain/error.rs, TxIntrinsicGasCostAboveLimitError
refused | Hedera | transaction gas limit '{n}' exceeds block gas limit '{n}' | hiero-json-rpc-relay, issue 1752
refused | Hedera | transaction gas limit '{n}' exceeds max gas per sec limit '{n}' | hiero-json-rpc-relay src/lib/errors/JsonRpcError.ts
refused | Hedera | transaction gas limit provided '{n}' is insufficient of intrinsic gas required '{n}' | hiero-json-rpc-relay src/lib/errors/JsonRpcError.ts
refused | Linea | gas limit of transaction is greater than the allowed max of {n} | linea-monorepo GasLimitValidator.java
refused | Linea | calldata of transaction is greater than the allowed max of {n} | linea-monorepo CalldataValidator.java
refused | Linea | transaction line count for module {word} is above the limit {n} | Linea documentation, errors of eth_sendRawTransaction; linea-monorepo SimulationValidator.java
refused | Linea | {word} {address} is blocked as appearing on the sdn or other legally prohibited list | linea-monorepo AllowedAddressValidator.java
refused | Linea | destination address is a precompile address and cannot receive transactions | linea-monorepo AllowedAddressValidator.java
refused | Conflux eSpace | transaction gas {n} exceeds the maximum value {n}, the half of pivot block gas limit | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
refused | Monad | gas limit too low | category-labs/monad-bft, pull request 1539
refused | Monad | transaction signature is invalid | category-labs/monad-bft, pull request 1539
refused | Monad | eip4844 and eip7702 transactions unsupported | category-labs/monad-bft, pull request 1539
refused | Monad | unsupported transaction type | category-labs/monad-bft, pull request 1539
inner | Nethermind, Avalanche gateways | call failed: {inner} | chainlink core/chains/evm/client/errors_test.go
inner | Arbitrum | transaction rejected: {inner} | chainlink core/chains/evm/client/errors_test.go
inner | Mantle | failed to forward tx to sequencer, please try again. error message: '{inner}' | chainlink core/chains/evm/client/errors_test.go
inner | Hedera | [request id: {word}] {inner} | chainlink core/chains/evm/client/errors_test.go
inner | Frontier (Moonbeam, Astar) | submit transaction to pool failed: {inner} | chainlink core/chains/evm/client/errors_test.go
inner | Polygon zkEVM, X Layer | rpc error response: {inner} | chainlink core/chains/evm/client/errors_test.go
inner | Cosmos EVM | failed to broadcast transaction: {inner} | cosmos/evm rpc/backend
inner | Cosmos EVM | rpc error: code = {word} desc = {inner}: invalid request | cosmos/relayer documentation
inner | geth | err: {inner} (supplied gas {n}) | go-ethereum internal/ethapi/api.go, DoCall
inner | ethrex | invalid params: {inner} | ethrex crates/networking/rpc/utils.rs, BadParams
inner | Erigon 3 | internal_error: {inner} | erigontech/erigon, issue 22299
inner | clients of Infura | error processing transaction request: {inner} | INFURA/infura, issue 219
inner | Ganache | vm exception while processing transaction: {inner} | ganache, ethereumjs errors of a transaction
inner | Flow EVM gateway | invalid: failed transaction: {inner} | flow-evm-gateway models/errors/errors.go
inner | Flow EVM gateway | failed transaction: {inner} | flow-evm-gateway models/errors/errors.go
inner | Conflux eSpace | failed imported to deferred pool: {inner} | Conflux-Chain/conflux-developer-site, pull request 55
inner | Optimism before Bedrock, Boba | invalid transaction: {inner} | ethereum-optimism/optimism, issue 1026
inner | Filecoin Lotus | failed to add locked: {inner} | lotus chain/messagepool/messagepool.go
inner | Filecoin Lotus | failed to check balance: {inner} | lotus chain/messagepool/messagepool.go
inner | Filecoin Lotus | verify msg failed: {inner} | lotus chain/messagepool/messagepool.go
inner | Polaris (Berachain) | mempool error: {inner} | berachain/polaris, issue 351
`

export const VERDICTS = [
  'accepted',
  'nonce-too-low',
  'fee-too-low',
  'no-funds',
  'later',
  'busy',
  'refused',
] as const
/**
 * `later`: the transaction is valid, and the pool accepts it at another time. `busy`: the provider does not
 * serve the request now, and another one may. `refused`: rejected for good.
 */
export type Verdict = (typeof VERDICTS)[number]

export type SentenceRow = { verdict: Verdict | 'inner'; client: string; sentence: string; source: string }

const KINDS = [...VERDICTS, 'inner'] as const

export const SENTENCE_TABLE: readonly SentenceRow[] = `${TABLE}${FEE_SENTENCES}`
  .trim()
  .replaceAll(/\n+/g, '\n')
  .split('\n')
  .map((line) => {
    const [kind, client = '', sentence = '', source = '', ...rest] = line.split(' | ')
    const verdict = KINDS.find((known) => known === kind)
    if (verdict === undefined || source === '' || rest.length > 0) throw new Error(`not a row: ${line}`)
    return { verdict, client, sentence, source }
  })
