/**
 * Verbatim messages with which nodes respond to `eth_sendRawTransaction`. Most have no JSON-RPC code.
 * Columns: verdict | client | message | public source. `{n}` is a number, `{hash}` a hash, `{address}` an
 * address, `{word}` one word, `{amount}` a number with its unit and `{text}` any words. `{minTip}` and
 * `{minFee}` are minimums, in wei per gas. `{inner}` is a wrapped message, looked up separately. A message is
 * matched whole. Capitals and a final full stop do not matter.
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
fee-too-low | geth 1.8 to 1.12, Erigon, Reth, Klaytn | transaction underpriced | go-ethereum core/txpool/errors.go, ErrUnderpriced
fee-too-low | geth 1.12, op-geth, bsc | transaction underpriced: tip needed {minTip}, tip permitted {n} | ronin core/txpool/validation.go, as geth 1.12
fee-too-low | bsc of 48Club | transaction underpriced: tip needed {minTip}, or {n} for 48club nft holder, tip permitted {n} | 48Club/bsc core/txpool/validation.go
fee-too-low | geth 1.14, bor 1.x, bsc | transaction underpriced: gas tip cap {n}, minimum needed {minTip} | go-ethereum core/txpool/validation.go, v1.14
fee-too-low | geth 1.16, bor 2, bsc, op-geth | transaction gas price below minimum: gas tip cap {n}, minimum needed {minTip} | go-ethereum core/txpool/validation.go, ErrTxGasPriceTooLow
fee-too-low | geth 1.16 | transaction gas price below minimum | go-ethereum core/txpool/errors.go, ErrTxGasPriceTooLow
fee-too-low | Cosmos EVM | transaction gas price below minimum: gas tip cap {n}, minimum needed {minTip}: {text} | cosmos/evm x/vm/types/msg.go
fee-too-low | Ronin | transaction underpriced: fee cap {n}, minimum needed {minFee} | ronin core/txpool/validation.go, Venoki
fee-too-low | geth, Reth, zkSync Era, anvil, Frontier | max fee per gas less than block base fee | go-ethereum core/error.go, ErrFeeCapTooLow
fee-too-low | geth 1.9 to 1.13, Arbitrum Nitro | max fee per gas less than block base fee: address {address}, maxfeepergas: {n} basefee: {minFee} | go-ethereum core/state_transition.go
fee-too-low | geth 1.14, Nethermind | max fee per gas less than block base fee: address {address}, maxfeepergas: {n}, basefee: {minFee} | go-ethereum core/state_transition.go, v1.14
fee-too-low | Reth | transaction priority fee below minimum required priority fee {minTip} | reth rpc-eth-types error/mod.rs, PriorityFeeBelowMinimum
fee-too-low | Erigon | underpriced | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go, UnderPriced
fee-too-low | Erigon | fee too low | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go, FeeTooLow
fee-too-low | Nethermind 1.x | feetoolow | nethermind AcceptTxResult.cs, FeeTooLow
fee-too-low | Nethermind 1.x | feetoolowtocompete | nethermind AcceptTxResult.cs, FeeTooLowToCompete
fee-too-low | Nethermind 1.x | feetoolow, maxfeepergas too low. maxfeepergas: {n}, basefee: {minFee}, maxpriorityfeepergas:{n}, block number: {n} | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Nethermind 1.x | feetoolow, effectivepriorityfeepergas too low {n} < {minTip}, basefee: {n} | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Nethermind 1.x | feetoolow, feepergas needs to be higher than {minFee} to be added to the txpool. affordable feepergas of rejected tx: {n}. | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Besu | gas price below configured minimum gas price | besu RpcErrorType.java, GAS_PRICE_TOO_LOW
fee-too-low | Besu | gas price below current base fee | besu RpcErrorType.java, GAS_PRICE_BELOW_CURRENT_BASE_FEE
fee-too-low | OpenEthereum | transaction gas price is too low. it does not satisfy your node's minimal gas price (minimal: {minFee} got: {n}). try increasing the gas price. | chainlink core/chains/evm/client/errors_test.go
fee-too-low | OpenEthereum | there are too many transactions in the queue. your transaction was dropped due to limit. try increasing the fee. | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Arbitrum, Metis | gas price too low | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Metis | gas price too low: {n} wei, use at least tx.gasprice = {minFee} wei | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Astar | gas price less than block base fee | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Hedera | gas price '{n}' is below configured minimum gas price '{minFee}' | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Avalanche coreth, subnet-evm | transaction underpriced: address {address} have gas fee cap ({n}) < pool minimum fee cap ({minFee}) | coreth core/txpool/legacypool
fee-too-low | Avalanche coreth | underpriced: address {address} have gas fee cap ({n}) < pool minimum fee cap ({minFee}) | coreth core/txpool, older
fee-too-low | Avalanche coreth, subnet-evm | transaction underpriced: address {address} have gas tip cap ({n}) < pool gas tip cap ({minTip}) | ava-labs/coreth, issue 198
fee-too-low | Avalanche coreth | underpriced: address {address} have gas tip cap ({n}) < pool gas tip cap ({minTip}) | coreth core/tx_pool.go, older
fee-too-low | zkSync Era | virtual machine entered unexpected state. please contact developers and provide transaction details that caused this error. error description: the operator included transaction with an unacceptable gas price | chainlink core/chains/evm/client/errors_test.go
fee-too-low | Hardhat, EDR | transaction maxfeepergas ({n}) is too low for the next block, which has a basefeepergas of {minFee} | hardhat edr provider errors
fee-too-low | Hardhat, EDR | transaction gasprice ({n}) is too low for the next block, which has a basefeepergas of {minFee} | hardhat edr provider errors, GasPriceTooLow
fee-too-low | Cosmos EVM, Ethermint | the tx gasfeecap is lower than the tx basefee: {n} (gasfeecap), {minFee} (basefee) : insufficient fee | ethermint x/evm/keeper/utils.go
fee-too-low | Cosmos EVM, Ethermint | the tx gasfeecap is lower than the tx basefee: {n} (gasfeecap), {minFee} (basefee) wei per gas: insufficient fee | nibiru x/evm/evmante
fee-too-low | Cosmos EVM, Ethermint | provided fee < minimum global fee ({word} < {word}). please increase the priority tip (for eip-1559 txs) or the gas prices (for access list or legacy txs): insufficient fee | ethermint app/ante/fees.go, EthMinGasPrice
fee-too-low | Cosmos EVM, Ethermint | provided fee < minimum global fee ({word} < {word}). please increase the gas price.: insufficient fee | ethermint app/ante/fees.go, MinGasPrice
fee-too-low | Sei | insufficient fee | chainlink core/chains/evm/client/errors_test.go
fee-too-low | geth, Erigon, Besu, Reth | replacement transaction underpriced | go-ethereum core/txpool/errors.go, ErrReplaceUnderpriced
fee-too-low | geth, blob pool | replacement transaction underpriced: new tx gas fee cap {n} <= {minFee} queued | offchainlabs nitro util/testhelpers and arbutil
fee-too-low | geth, blob pool | replacement transaction underpriced: new tx gas tip cap {n} <= {minTip} queued | go-ethereum core/txpool/blobpool
fee-too-low | geth, blob pool | replacement transaction underpriced: new tx gas fee cap {n} <= {n} queued + 100% replacement penalty | go-ethereum core/txpool/blobpool
fee-too-low | geth, blob pool | replacement transaction underpriced: new tx gas tip cap {n} <= {n} queued + 100% replacement penalty | go-ethereum core/txpool/blobpool
fee-too-low | Erigon | could not replace existing tx | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go, NotReplaced
fee-too-low | Erigon | replaced by transaction with higher tip | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go, ReplacedByHigherTip
fee-too-low | Nethermind 1.x | replacementnotallowed | nethermind AcceptTxResult.cs, ReplacementNotAllowed
fee-too-low | Klaytn | there is another tx which has the same nonce in the tx pool | chainlink core/chains/evm/client/errors_test.go
fee-too-low | OpenEthereum | transaction gas price {n}wei is too low. there is another transaction with same nonce in the queue with gas price {minFee}wei. try increasing the gas price or incrementing the nonce. | chainlink core/chains/evm/client/errors_test.go
fee-too-low | OpenEthereum | transaction gas price {n}wei is too low. there is another transaction with same nonce in the queue with gas price: {minFee}wei. try increasing the gas price or incrementing the nonce. | parity-ethereum rpc/src/v1/helpers/errors.rs, TooCheapToReplace
fee-too-low | OpenEthereum | transaction gas price supplied is too low. there is another transaction with same nonce in the queue. try increasing the gas price or incrementing the nonce. | raiden-network/light-client, issue 2843
fee-too-low | anvil | tx: [{hash}] insufficient gas price to replace existing transaction | foundry crates/anvil/src/eth/error.rs, ReplacementUnderpriced
fee-too-low | Hardhat, EDR | replacement transaction underpriced. a gasprice/maxfeepergas of at least {minFee} is necessary to replace the existing transaction with nonce {n}. | hardhat edr mempool.rs
fee-too-low | Hardhat, EDR | replacement transaction underpriced. a gasprice/maxpriorityfeepergas of at least {minTip} is necessary to replace the existing transaction with nonce {n}. | hardhat edr mempool.rs
fee-too-low | EthereumJS | replacement gas too low, got tip {n}, min: {minTip}, got fee {n}, min: {minFee} | ethereumjs-monorepo packages/client/src/service/txpool.ts
fee-too-low | EthereumJS | tx does not pay the minimum gas price of {minTip} | ethereumjs-monorepo packages/client/src/service/txpool.ts
fee-too-low | EthereumJS | tx cannot pay basefee of {minFee}, have {n} (not within 50% range of current basefee) | ethereumjs-monorepo packages/client/src/service/txpool.ts
fee-too-low | Rootstock | gas price not enough to bump transaction | rskj TransactionPoolImpl.java
fee-too-low | Rootstock | transaction's gas price lower than block's minimum | rskj TxValidatorMinimuGasPriceValidator.java
fee-too-low | ethrex | attempted to replace a pooled transaction with an underpriced transaction | ethrex crates/blockchain/error.rs, UnderpricedReplacement
no-funds | geth, Erigon, anvil | insufficient funds for gas * price + value | go-ethereum core/error.go, ErrInsufficientFunds
no-funds | geth 1.12, Arbitrum Nitro | insufficient funds for gas * price + value: address {address} have {n} want {n} | go-ethereum core/state_transition.go
no-funds | geth 1.13, op-geth, bor, bsc | insufficient funds for gas * price + value: balance {n}, tx cost {n}, overshot {n} | go-ethereum core/txpool/validation.go
no-funds | geth 1.13, op-geth, bor, bsc | insufficient funds for gas * price + value: balance {n}, queued cost {n}, tx cost {n}, overshot {n} | go-ethereum core/txpool/validation.go
no-funds | geth 1.13, op-geth, bor, bsc | insufficient funds for gas * price + value: balance {n}, queued cost {n}, tx bumped {n}, overshot {n} | go-ethereum core/txpool/validation.go
no-funds | Reth | insufficient funds for gas * price + value: have {n} want {n} | reth rpc-eth-types error/mod.rs, InsufficientFunds
no-funds | geth, Hedera | insufficient funds for transfer | go-ethereum core/error.go, ErrInsufficientFundsForTransfer
no-funds | geth, Erigon, zkSync | insufficient balance for transfer | chainlink core/chains/evm/client/errors_test.go
no-funds | geth 1.11 | transaction would cause overdraft | chainlink core/chains/evm/client/errors_test.go
no-funds | op-geth before 1.13 | insufficient funds for l1cost + gas * price + value | op-geth core/txpool, field reports
no-funds | Besu | upfront cost exceeds account balance | besu RpcErrorType.java
no-funds | Nethermind 1.x | insufficientfunds | nethermind AcceptTxResult.cs, InsufficientFunds
no-funds | Nethermind 1.x | insufficientfunds, account balance: {n}, cumulative cost: {n} | chainlink core/chains/evm/client/errors_test.go
no-funds | Nethermind 1.x | insufficientfunds, balance is {n} less than sending value + gas {n} | chainlink core/chains/evm/client/errors_test.go
no-funds | OpenEthereum | insufficient balance for transaction. balance={word}, cost={word} | chainlink core/chains/evm/client/errors_test.go
no-funds | OpenEthereum | insufficient funds. the account you tried to send transaction from does not have enough funds. required {word} and got: {word}. | chainlink core/chains/evm/client/errors_test.go
no-funds | Arbitrum | not enough funds for gas | chainlink core/chains/evm/client/errors_test.go
no-funds | Erigon, Klaytn | insufficient funds | erigon txnprovider/txpool/txpoolcfg/txpoolcfg.go, InsufficientFunds
no-funds | Sei | : insufficient funds | chainlink core/chains/evm/client/errors_test.go
no-funds | Celo | insufficient funds for gas * price + value + gatewayfee | chainlink core/chains/evm/client/errors_test.go
no-funds | zkSync Era | insufficient funds for gas + value. balance: {n}, fee: {n}, value: {n} | zksync-era api_server tx_sender/result.rs
no-funds | zkSync Era | not enough balance to cover the fee. error message: {text} | zksync-era api_server tx_sender/result.rs
no-funds | zkSync Era | failed to validate the transaction. reason: validation revert: failed to pay for the transaction: failed to pay the fee to the operator | chainlink core/chains/evm/client/errors_test.go
no-funds | Hedera | error invoking rpc: transaction {word} failed precheck with status insufficient_payer_balance | chainlink core/chains/evm/client/errors_test.go
no-funds | Hardhat, EDR | sender doesn't have enough funds to send tx. the max upfront cost is: {n} and the sender's balance is: {n}. | hardhat edr mempool.rs
no-funds | Hardhat | sender doesn't have enough funds to send tx. the max upfront cost is: {n} and the sender's account only has: {n} | hardhat node.ts
no-funds | Ganache | sender doesn't have enough funds to send tx. the upfront cost is: {n} and the sender's account only has: {n} | ethereumjs vm runTx
no-funds | EthereumJS | {address} does not have enough balance to cover transaction costs, need {n}, but have {n} (insufficient balance) | ethereumjs-monorepo packages/client/src/service/txpool.ts
no-funds | Rootstock | insufficient funds to pay for pending and new transactions | rskj TransactionPoolImpl.java
no-funds | Rootstock | insufficient funds to pay for pending and new transaction | rskj, pull request 992
no-funds | Rootstock | the sender account doesn't exist | rskj TxPendingValidator.java
no-funds | ethrex | account does not have enough balance to cover the tx cost | ethrex crates/blockchain/error.rs, NotEnoughBalance
no-funds | ethrex | sender's cumulative pending-tx cost ({n}) exceeds balance ({n}) | ethrex crates/blockchain/error.rs, InsufficientCumulativeBalance
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
busy | Infura | project id request rate exceeded | infura documentation, error codes
busy | Infura | daily request count exceeded, request rate limited | infura documentation, error codes
busy | Alchemy | your app has exceeded its compute units per second capacity. | alchemy documentation, error reference
busy | Alchemy | your app has exceeded its compute units per second capacity. if you have retries enabled, you can safely ignore this message. if not, check out {word} | alchemy documentation, error reference
busy | QuickNode | {n}/second request limit reached - reduce calls per second or upgrade your account at quicknode.com | foundry alloy transport, issue 4894
busy | QuickNode | {n}/second request limit reached - reduce calls per second | quicknode documentation, error references
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
inner | clients of Infura | error processing transaction request: {inner} | INFURA/infura, issue 219
inner | Ganache | vm exception while processing transaction: {inner} | ganache, ethereumjs errors of a transaction
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

export const SENTENCE_TABLE: readonly SentenceRow[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [kind, client = '', sentence = '', source = '', ...rest] = line.split(' | ')
    const verdict = KINDS.find((known) => known === kind)
    if (verdict === undefined || source === '' || rest.length > 0) throw new Error(`not a row: ${line}`)
    return { verdict, client, sentence, source }
  })
