// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {vm} from "../base/Vm.sol";
import {KeysTest} from "./KeysTest.sol";

/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract RemoveKeyTest is KeysTest {
    function test_behavior_aRemovedKeySignsNoMore() public {
        add(keyNumber(1));
        add(keyNumber(2));
        vm.assertTrue(isAccepted(keyNumber(1), 1), "before");
        (uint256 x, uint256 y) = vm.publicKeyP256(keyNumber(1));
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(removeCall(keyNumber(1)));
        bytes memory callData = signedByOwner(true, call, data);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletKey.KeyRemoved(1, x, y);
        submit(callData);
        assertNoKeyIn(1);
        for (uint256 number = 0; number < 10; ++number) {
            vm.assertFalse(isAccepted(keyNumber(1), number), "removed key with a number");
        }
        vm.assertTrue(isAccepted(keyNumber(2), 2), "the others keep their numbers");
    }

    /// A call that a key signed before its removal is refused after it.
    function test_error_whatTheRemovedKeySignedBefore() public {
        add(keyNumber(1));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        call.expiration = START + 9 days;
        bytes memory before = encodeBy(true, call, data, keyNumber(1), 1);
        remove(keyNumber(1));
        (bool success,) = address(wallet).call(before);
        vm.assertFalse(success, "removed");
        add(keyNumber(2));
        (success,) = address(wallet).call(before);
        vm.assertFalse(success, "another key in its place");
    }

    function test_behavior_aRemovedKeyLeavesNothingInStorage() public {
        add(keyNumber(1));
        vm.assertTrue(isStored(keyNumber(1)), "while it counts");
        remove(keyNumber(1));
        vm.assertFalse(isStored(keyNumber(1)), "removed");
    }

    function test_behavior_theFirstKeyIsRemoved() public {
        add(keyNumber(1));
        add(keyNumber(2));
        remove(PRIVATE_KEY);
        assertNoKeyIn(0);
        assertMainKey(keyNumber(1));
        vm.assertTrue(wallet.isKeyReplaced(), "replaced");
        for (uint256 number = 0; number < 10; ++number) {
            vm.assertFalse(isAccepted(PRIVATE_KEY, number), "the first key with a number");
        }
        vm.assertTrue(isAccepted(keyNumber(1), 0), "0 is the main key");
        vm.assertTrue(isAccepted(keyNumber(1), 1), "and has its own number");
        vm.assertTrue(isAccepted(keyNumber(2), 2), "the other one");
        vm.assertFalse(isAccepted(keyNumber(2), 0), "is not the main key");
        vm.assertEq(wallet.rpIdHash(), RP_ID_HASH, "relying party");
    }

    /// The main key is always the valid key in the lowest place.
    function test_behavior_theMainKeyMovesUp() public {
        for (uint256 number = 1; number < PLACES; ++number) {
            add(keyNumber(number));
        }
        for (uint256 number = 0; number + 1 < PLACES; ++number) {
            selfCallBy(keyNumber(7), 7, removeCall(keyNumber(number)));
            assertMainKey(keyNumber(number + 1));
            vm.assertTrue(isAccepted(keyNumber(number + 1), 0), "0 is the main key");
        }
    }

    function test_behavior_aKeyRemovesItself() public {
        add(keyNumber(1));
        selfCallBy(keyNumber(1), 1, removeCall(keyNumber(1)));
        assertNoKeyIn(1);
        vm.assertTrue(isAccepted(PRIVATE_KEY, 0), "the first one");
    }

    /// A removal identifies the key by its coordinates. It applies to the same key even if that key has moved to
    /// another place.
    function test_behavior_meansTheSameKeyWhereverItIs() public {
        add(keyNumber(1));
        add(keyNumber(2));
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(removeCall(keyNumber(2)));
        bytes memory removal = signedByOwner(true, call, data);
        remove(keyNumber(1));
        remove(keyNumber(2));
        add(keyNumber(2));
        assertKeyIn(1, keyNumber(2));
        add(keyNumber(3));
        assertKeyIn(2, keyNumber(3));
        submit(removal);
        assertNoKeyIn(1);
        assertKeyIn(2, keyNumber(3));
    }

    function test_error_theOnlyKey() public {
        assertRemovalRefused(PRIVATE_KEY, PRIVATE_KEY, last(), "the first one");
        add(keyNumber(1));
        remove(keyNumber(1));
        assertRemovalRefused(PRIVATE_KEY, PRIVATE_KEY, last(), "the first one again");
        add(keyNumber(1));
        remove(PRIVATE_KEY);
        assertRemovalRefused(keyNumber(1), keyNumber(1), last(), "one in storage");
        vm.assertTrue(isAccepted(keyNumber(1), 0), "still there");
    }

    function test_error_theLastOfTwoInABatch() public {
        add(keyNumber(1));
        bytes memory both = abi.encodeCall(wallet.executeBatch, (removals(keyNumber(1), PRIVATE_KEY)));
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(both);
        assertRefused(signedByOwner(true, call, data), last(), "both keys");
        assertKeyIn(0, PRIVATE_KEY);
        assertKeyIn(1, keyNumber(1));
    }

    function test_error_unknownKeys() public {
        assertRemovalRefused(PRIVATE_KEY, OTHER_KEY, unknown(OTHER_KEY), "never added");
        add(keyNumber(1));
        remove(keyNumber(1));
        assertRemovalRefused(PRIVATE_KEY, keyNumber(1), unknown(keyNumber(1)), "removed before");
        add(keyNumber(1));
        remove(PRIVATE_KEY);
        assertRemovalRefused(keyNumber(1), PRIVATE_KEY, unknown(PRIVATE_KEY), "the first one, removed before");
    }

    /// Zeros mean that a place has no key, so removing a key of zeros is refused.
    function testFuzz_error_noKey(uint256 x, uint256 y) public {
        add(keyNumber(1));
        add(keyNumber(2));
        remove(keyNumber(1));
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.removeKey, (0, 0)));
        bytes memory expected = abi.encodeWithSelector(WalletKey.UnknownKey.selector, 0, 0);
        assertRefused(signedByOwner(true, call, data), expected, "zeros");
        (uint256 goodX, uint256 goodY) = vm.publicKeyP256(PRIVATE_KEY);
        vm.assume(x != goodX && y != goodY);
        (call, data) = freshSelfCall(abi.encodeCall(wallet.removeKey, (goodX, y)));
        expected = abi.encodeWithSelector(WalletKey.UnknownKey.selector, goodX, y);
        assertRefused(signedByOwner(true, call, data), expected, "another y");
        (call, data) = freshSelfCall(abi.encodeCall(wallet.removeKey, (x, goodY)));
        expected = abi.encodeWithSelector(WalletKey.UnknownKey.selector, x, goodY);
        assertRefused(signedByOwner(true, call, data), expected, "another x");
    }

    function testFuzz_error_byOthers(address caller) public {
        vm.assume(caller != address(wallet));
        add(keyNumber(1));
        (uint256 x, uint256 y) = vm.publicKeyP256(keyNumber(1));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.removeKey(x, y);
    }

    /// With one stolen device, a thief cannot remove the other keys.
    function test_error_withoutTheCoSigner() public {
        add(keyNumber(1));
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(removeCall(keyNumber(1)));
        assertCoRejected(call, data, "", "alone");
        asBoth(removeCall(keyNumber(1)));
        assertNoKeyIn(1);
    }

    // Keys after a recovery.

    function test_behavior_aRecoveryLeavesTheRecoveredKey() public {
        for (uint256 number = 1; number < PLACES; ++number) {
            add(keyNumber(number));
        }
        recover(OTHER_KEY);
        assertKeyIn(1, OTHER_KEY);
        for (uint256 place = 0; place < PLACES; ++place) {
            if (place != 1) assertNoKeyIn(place);
        }
        for (uint256 number = 0; number < PLACES; ++number) {
            vm.assertFalse(isAccepted(keyNumber(number), number), "former keys");
        }
        vm.assertTrue(isAccepted(OTHER_KEY, 0), "without a number");
        vm.assertTrue(isAccepted(OTHER_KEY, 1), "with its number");
        vm.assertTrue(wallet.isKeyReplaced(), "replaced");
        assertRemovalRefused(OTHER_KEY, OTHER_KEY, last(), "the recovered key is the only one");
    }

    function test_behavior_aRecoveryLeavesNoFormerKeyInStorage() public {
        for (uint256 number = 1; number < PLACES; ++number) {
            add(keyNumber(number));
            vm.assertTrue(isStored(keyNumber(number)), "while it counts");
        }
        recover(OTHER_KEY);
        vm.assertTrue(isStored(OTHER_KEY), "the recovered key");
        for (uint256 number = 1; number < PLACES; ++number) {
            vm.assertFalse(isStored(keyNumber(number)), "a former key");
        }
    }

    /// A former key does not become valid again when a new key takes its place.
    function test_behavior_keysAfterARecovery() public {
        for (uint256 number = 1; number <= 3; ++number) {
            add(keyNumber(number));
        }
        recover(OTHER_KEY);
        selfCallBy(OTHER_KEY, 0, addCall(keyNumber(4)));
        assertKeyIn(2, keyNumber(4));
        assertNoKeyIn(3);
        selfCallBy(OTHER_KEY, 0, addCall(keyNumber(3)));
        assertKeyIn(3, keyNumber(3));
        vm.assertFalse(isAccepted(keyNumber(2), 2), "former second");
        vm.assertTrue(isAccepted(keyNumber(3), 3), "added anew");
    }

    /// After a recovery to a key that was already valid in any place, the wallet has that key only once.
    function test_behavior_aRecoveryToAPresentKey() public {
        add(keyNumber(1));
        add(keyNumber(2));
        uint256 snapshot = vm.snapshotState();
        for (uint256 number = 0; number < 3; ++number) {
            recover(keyNumber(number));
            assertKeyIn(1, keyNumber(number));
            assertNoKeyIn(0);
            assertNoKeyIn(2);
            vm.assertTrue(isAccepted(keyNumber(number), 0), "the recovered key");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
            snapshot = vm.snapshotState();
        }
    }

    /// Returns whether the wallet's storage contains a coordinate of a key. All variables outside mappings are in the
    /// first 64 storage slots.
    function isStored(uint256 privateKey) private view returns (bool stored) {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        for (uint256 slot = 0; slot < 64; ++slot) {
            uint256 word = uint256(vm.load(address(wallet), bytes32(slot)));
            stored = stored || word == x || word == y;
        }
    }

    function recover(uint256 privateKey) private {
        asOwner(abi.encodeCall(wallet.setBackup, (BACKUP)));
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        vm.prank(BACKUP);
        wallet.proposeRecovery(x, y);
        vm.warp(START + 3 days);
        wallet.finishRecovery();
    }

    function removals(uint256 first, uint256 second) private view returns (PasskeyWallet.Call[] memory calls) {
        calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, removeCall(first));
        calls[1] = PasskeyWallet.Call(address(wallet), 0, removeCall(second));
    }

    function assertRemovalRefused(uint256 signer, uint256 removed, bytes memory expected, string memory name) private {
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(removeCall(removed));
        assertRefused(encodeBy(true, call, data, signer, 0), expected, name);
    }

    function last() private pure returns (bytes memory) {
        return abi.encodeWithSelector(WalletKey.LastKey.selector);
    }

    function unknown(uint256 privateKey) private view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        return abi.encodeWithSelector(WalletKey.UnknownKey.selector, x, y);
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 50
/// forge-config: quick.fuzz.runs = 4
contract RemoveKeyWithoutPrecompileTest is RemoveKeyTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
