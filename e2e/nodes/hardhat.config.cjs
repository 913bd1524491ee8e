/** The chain id is the one of `src/service/testing/nodes/hardhat-node.ts`. */
module.exports = {
  solidity: '0.8.28',
  networks: { hardhat: { chainId: 77011, hardfork: 'prague', accounts: [] } },
}
