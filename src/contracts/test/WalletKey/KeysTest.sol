// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// @notice Base of the tests with several keys.
abstract contract KeysTest is CoSignerTest {
    uint256 internal constant PLACES = 8;

    /// Returns a private key of the tests by its number. The first one is that of the key in the wallet's code.
    function keyNumber(uint256 number) internal pure returns (uint256) {
        if (number == 0) return PRIVATE_KEY;
        return uint256(keccak256(abi.encode("key", number))) % (Passkey.N - 1) + 1;
    }

    function addCall(uint256 privateKey) internal view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        return abi.encodeCall(wallet.addKey, (x, y));
    }

    function removeCall(uint256 privateKey) internal view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        return abi.encodeCall(wallet.removeKey, (x, y));
    }

    function add(uint256 privateKey) internal {
        asOwner(addCall(privateKey));
    }

    function remove(uint256 privateKey) internal {
        asOwner(removeCall(privateKey));
    }

    /// Submits a call of the wallet to itself, signed by the key with this number.
    function selfCallBy(uint256 privateKey, uint256 number, bytes memory data) internal {
        (ExecuteCall memory call,) = freshSelfCall(data);
        submit(encodeBy(true, call, data, privateKey, number));
    }

    /// Encodes a call signed by one key, without a co-signature.
    function encodeBy(bool packed, ExecuteCall memory call, bytes memory data, uint256 privateKey, uint256 number)
        internal
        view
        returns (bytes memory)
    {
        Assertion memory assertion = Passkey.sign(privateKey, RP_ID_HASH, digestOf(call, data));
        if (packed) return Joined.packedCall(call, data, assertion, number, "");
        return Joined.longCall(call, data, Joined.long(assertion, number, ""));
    }

    /// Returns whether a wallet with more than its first key accepts a signature by a key under a number. Checks that
    /// all forms and messages agree.
    function isAccepted(uint256 privateKey, uint256 number) internal returns (bool accepted) {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 hash = keccak256("order");
        Assertion memory assertion = Passkey.sign(privateKey, RP_ID_HASH, wallet.messageDigest(hash));
        accepted = wallet.isValidSignature(hash, Joined.long(assertion, number, "")) == bytes4(0x1626ba7e);
        bool short = wallet.isValidSignature(hash, Joined.short(assertion, number, "")) == bytes4(0x1626ba7e);
        vm.assertEq(short, accepted, "short form");
        for (uint256 form = 0; form < 2; ++form) {
            uint256 snapshot = vm.snapshotState();
            (bool success,) = address(wallet).call(encodeBy(form == 1, call, data, privateKey, number));
            vm.assertTrue(vm.revertToState(snapshot), "undone");
            vm.assertEq(success, accepted, "execution");
        }
    }

    function assertKeyIn(uint256 place, uint256 privateKey) internal view {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        WalletKey.PublicKey[8] memory all = wallet.keys();
        vm.assertEq(all[place].qx, x, "qx");
        vm.assertEq(all[place].qy, y, "qy");
    }

    function assertNoKeyIn(uint256 place) internal view {
        WalletKey.PublicKey[8] memory all = wallet.keys();
        vm.assertEq(all[place].qx | all[place].qy, 0, "no key");
    }

    function assertMainKey(uint256 privateKey) internal view {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        vm.assertEq(wallet.qx(), x, "main qx");
        vm.assertEq(wallet.qy(), y, "main qy");
    }
}
