/** Messages about fees and funds, in the columns of the table in `node-sentences.ts`. */
export const FEE_SENTENCES = `
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
fee-too-low | Conflux eSpace | transaction gas price {n} less than the minimum value {minFee} | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
fee-too-low | Conflux eSpace | tx with same nonce already inserted. to replace it, you need to specify a gas price > {minFee} | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
fee-too-low | Conflux eSpace | tx with same nonce already inserted. to replace it, you need to specify a gas price | conflux-rust transaction_pool errors, HigherGasPriceNeeded
fee-too-low | Conflux eSpace | zerogasprice | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
fee-too-low | Filecoin Lotus | gas fee cap too low | lotus chain/messagepool/messagepool.go
fee-too-low | Filecoin Lotus | gasfeecap doesn't meet base fee lower bound for inclusion in the next 20 blocks (gasfeecap: {n}, basefeelowerbound: {minFee}): validation failure | lotus chain/messagepool/messagepool.go
fee-too-low | Filecoin Lotus | message from {word} with nonce {n} already in mpool, increase gaspremium to {minTip} from {n} to trigger replace by fee: replace by fee has too low gaspremium | lotus chain/messagepool/messagepool.go
fee-too-low | Flow EVM gateway | the minimum accepted gas price for transactions is: {minFee} | flow-evm-gateway models/errors/errors.go
fee-too-low | Optimism before Bedrock, Boba | fee too low: {n}, use at least tx.gaslimit = {n} and tx.gasprice = {n} | ethereum-optimism/optimism, issue 1026
fee-too-low | Monad | transaction fee too low | category-labs/monad-bft, pull request 1539
fee-too-low | Kaia | invalid gas fee cap. it must be set to value greater than or equal to basefee | kaia blockchain/error.go, ErrFeeCapBelowBaseFee
fee-too-low | Kaia | invalid gas price. it must be set to value greater than or equal to basefee | kaia blockchain/error.go, ErrGasPriceBelowBaseFee
fee-too-low | Ethermint | invalid base fee | evmos/ethermint, issue 910
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
no-funds | Conflux eSpace | transaction {hash} is discarded due to out of balance, needs {n} but account balance is {n} | Conflux-Chain/conflux-documentation, errors of sendRawTransaction
no-funds | Filecoin Lotus | not enough funds (required: {amount}, balance: {amount}): not enough funds to execute transaction | lotus chain/messagepool/messagepool.go
no-funds | Filecoin Lotus | not enough funds including pending messages (required: {amount}, balance: {amount}): validation failure | lotus chain/messagepool/messagepool.go
no-funds | Monad | signer had insufficient balance | category-labs/monad-bft, pull request 1539
no-funds | Kaia | insufficient funds of the sender for value | kaia blockchain/error.go, ErrInsufficientFundsFrom
no-funds | Kaia | insufficient funds of the fee payer for gas * price | kaia blockchain/error.go, ErrInsufficientFundsFeePayer
no-funds | Optimism before Bedrock, Metis | invalid transaction: insufficient funds for l1fee + l2fee + value | optimism documentation, common errors; l2geth fees
no-funds | Scroll, Optimism before Bedrock | invalid transaction: insufficient funds for l1fee + gas * price + value | l2geth rollup/fees
no-funds | Optimism before Bedrock | invalid transaction: insufficient funds for gas * price + value | l2geth rollup/fees
`
