// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {Passkey} from "../base/Passkey.sol";
import {Shipped} from "../base/Shipped.sol";
import {Vm, vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";

/// @title BundleTest
///
/// @notice Base of the bundle's tests: the shipped bytecode, wallets of several passkeys that hold coins, an encoder
///         independent of `src`, and a reader of the log.
abstract contract BundleTest is WalletTest {
    /// @notice One call of a bundle.
    struct Part {
        address target;
        uint32 bound;
        bytes data;
    }

    /// @dev Gas bound that is more than any call of these tests needs, except for the calls that use it up on purpose.
    uint32 internal constant BOUND = 200_000;
    /// @dev Gas for the access to a target and for the bundle's own work around a call.
    uint256 internal constant AROUND = 2_700;

    address internal bundle;

    function setUp() public virtual override {
        super.setUp();
        bundle = Shipped.deploy("call-bundle");
    }

    function keyOf(uint256 number) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode("payer", number))) % (Passkey.N - 1) + 1;
    }

    /// @dev Calldata that deploys the wallet of a passkey. A second call with it does nothing.
    function deployment(uint256 number) internal view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(keyOf(number));
        return abi.encodeCall(factory.deploy, (x, y, RP_ID_HASH));
    }

    /// @dev Returns the address of a passkey's wallet, deployed or not.
    function addressOf(uint256 number) internal view returns (address) {
        (uint256 x, uint256 y) = vm.publicKeyP256(keyOf(number));
        return factory.predict(x, y, RP_ID_HASH);
    }

    /// @dev Deploys wallets 0 to `count - 1`; each holds coins.
    function createWallets(uint256 count) internal {
        for (uint256 number = 0; number < count; ++number) {
            (bool success,) = address(factory).call(deployment(number));
            vm.assertTrue(success, "deployed");
            coin.mint(addressOf(number), FUNDS);
        }
    }

    /// @dev Returns a call that the passkey of a wallet has signed.
    function signedPart(uint256 number, address to, bytes memory data) internal view returns (Part memory) {
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (to, block.timestamp + 300);
        address from = addressOf(number);
        bytes32 digest =
            PasskeyWallet(payable(from)).executeDigest(to, 0, data, call.expiration, 0, address(0), address(0));
        bytes memory packed =
            Passkey.packed(call, data, Passkey.sign(keyOf(number), RP_ID_HASH, digest), true, false, false);
        return Part(from, BOUND, packed);
    }

    /// @dev Returns a transfer of `amount` coins to the shop.
    function transferPart(uint256 number, uint256 amount) internal view returns (Part memory) {
        return signedPart(number, address(coin), abi.encodeCall(coin.transfer, (SHOP, amount)));
    }

    /// @dev Encodes a bundle in which each call is a group of its own.
    function encode(Part[] memory parts) internal pure returns (bytes memory encoded) {
        encoded = abi.encodePacked(uint8(parts.length));
        for (uint256 index = 0; index < parts.length; ++index) {
            bytes memory data = parts[index].data;
            encoded = abi.encodePacked(encoded, group(1, data.length), parts[index].bound, parts[index].target, data);
        }
    }

    /// @dev Encodes the header of a group without ranges.
    function group(uint256 count, uint256 length) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(count), uint16(length), uint8(0));
    }

    /// @dev Sends a bundle and checks that it succeeds. Returns the bundle's log, which must be the last one and have
    ///      no topic.
    function send(bytes memory encoded) internal returns (bytes memory log) {
        return send(encoded, gasleft());
    }

    function send(bytes memory encoded, uint256 gas) internal returns (bytes memory log) {
        vm.recordLogs();
        (bool success,) = bundle.call{gas: gas}(encoded);
        vm.assertTrue(success, "bundle");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        vm.assertEq(last.emitter, bundle, "emitter");
        vm.assertEq(last.topics.length, 0, "topics");
        return last.data;
    }

    /// @dev Reads the result of one call from the log.
    function resultOf(bytes memory log, uint256 index) internal pure returns (bool succeeded, uint256 gasUsed) {
        uint256 result = uint32(bytes4(Passkey.slice(log, 4 * index, 4 * index + 4)));
        return (result >> 31 == 1, result & 0x7fffffff);
    }

    function assertResults(bytes memory log, bool[3] memory expected) internal pure {
        vm.assertEq(log.length, 12, "results");
        for (uint256 index = 0; index < 3; ++index) {
            (bool succeeded, uint256 gasUsed) = resultOf(log, index);
            vm.assertEq(succeeded, expected[index], vm.toString(index));
            vm.assertTrue(gasUsed != 0, "gas");
        }
    }

    function three(Part memory first, Part memory second, Part memory third)
        internal
        pure
        returns (Part[] memory parts)
    {
        parts = new Part[](3);
        (parts[0], parts[1], parts[2]) = (first, second, third);
    }
}
