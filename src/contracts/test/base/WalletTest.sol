// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {PasskeyWalletFactory} from "../../src/PasskeyWalletFactory.sol";
import {DemoCoin} from "../../src/demo/DemoCoin.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Assertion, Passkey} from "./Passkey.sol";
import {Shipped} from "./Shipped.sol";
import {vm} from "./Vm.sol";

/// @title WalletTest
///
/// @notice Base of the wallet's tests: a software passkey's wallet that holds coins, and functions that sign for it.
abstract contract WalletTest {
    uint256 internal constant PRIVATE_KEY = uint256(keccak256("the passkey")) % (Passkey.N - 1) + 1;
    uint256 internal constant OTHER_KEY = uint256(keccak256("another passkey")) % (Passkey.N - 1) + 1;
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant FUNDS = 1_000_000_000;
    address internal constant SHOP = address(uint160(uint256(keccak256("shop"))));
    address internal constant COLLECTOR = address(uint160(uint256(keccak256("collector"))));
    address internal constant BACKUP = address(uint160(uint256(keccak256("backup"))));
    bytes32 internal constant RP_ID_HASH = sha256("shop.example.com");

    PasskeyWalletFactory internal factory;
    PasskeyWallet internal wallet;
    DemoCoin internal coin;

    function setUp() public virtual {
        vm.warp(START);
        factory = anotherFactory();
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        wallet = PasskeyWallet(payable(factory.deploy(x, y, RP_ID_HASH)));
        coin = new DemoCoin();
        coin.mint(address(wallet), FUNDS);
        vm.deal(address(wallet), 100 ether);
    }

    /// @dev Deploys a second factory with its own implementation.
    function anotherFactory() internal returns (PasskeyWalletFactory) {
        return PasskeyWalletFactory(Shipped.deploy("passkey-wallet-factory"));
    }

    /// @dev Removes the P-256 precompile from the chain. Calls to 0x100 then return no data, as calls to an empty
    ///      account do.
    function removePrecompile() internal {
        vm.mockCall(address(0x100), "", "");
    }

    /// @dev Returns a transfer of coins to the shop, without fee.
    function transferCall(uint256 amount) internal view returns (ExecuteCall memory call, bytes memory data) {
        call.toAddress = address(coin);
        call.expiration = block.timestamp + 300;
        data = abi.encodeCall(coin.transfer, (SHOP, amount));
    }

    /// @dev Returns a call of the wallet to itself.
    function selfCall(bytes memory data) internal view returns (ExecuteCall memory call, bytes memory sameData) {
        call.toAddress = address(wallet);
        call.expiration = block.timestamp + 300;
        return (call, data);
    }

    function digestOf(ExecuteCall memory call, bytes memory data) internal view returns (bytes32) {
        return wallet.executeDigest(
            call.toAddress, call.value, data, call.expiration, call.fee, call.feeCoinAddress, call.feeWithdrawAddress
        );
    }

    /// @dev Returns the usual assertion of the wallet's passkey over a call.
    function signCall(ExecuteCall memory call, bytes memory data) internal view returns (Assertion memory) {
        return Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digestOf(call, data));
    }

    /// @dev Signs a call and submits it in the long form.
    function execute(ExecuteCall memory call, bytes memory data) internal {
        submit(Passkey.long(call, data, signCall(call, data)));
    }

    /// @dev Calls the wallet with calldata. Reverts with the wallet's revert data.
    function submit(bytes memory callData) internal {
        (bool success, bytes memory reason) = address(wallet).call(callData);
        if (!success) bubble(reason);
    }

    /// @dev Calls the wallet with calldata and checks that it reverts with exactly this revert data.
    function assertRefused(bytes memory callData, bytes memory expected, string memory message) internal {
        (bool success, bytes memory reason) = address(wallet).call(callData);
        vm.assertFalse(success, message);
        vm.assertEq(reason, expected, message);
    }

    function rejected(bytes32 digest, WebAuthnVerifier.Rejection reason) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(PasskeyWallet.AssertionRejected.selector, digest, reason);
    }

    function bubble(bytes memory reason) private pure {
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}
