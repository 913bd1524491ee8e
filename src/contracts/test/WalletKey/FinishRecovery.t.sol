// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {ReplayRing} from "../../src/ReplayRing.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {RecoveryTest} from "./RecoveryTest.sol";

/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract FinishRecoveryTest is RecoveryTest {
    function testFuzz_behavior_anyoneCanFinishAfterTheDelay(uint256 privateKey, uint256 wait, address caller) public {
        privateKey = privateKey % (Passkey.N - 1) + 1;
        setBackup(BACKUP);
        propose(privateKey);
        vm.warp(START + DELAY + wait % 300 days);
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletKey.RecoveryFinished(x, y);
        vm.prank(caller);
        wallet.finishRecovery();
        assertKey(privateKey);
        assertPending(0, 0, 0);
        vm.assertTrue(wallet.isKeyReplaced(), "replaced");
        vm.assertEq(wallet.backup(), BACKUP, "backup stays");
    }

    /// Checks every form, every slot of the ring, expirations beyond 40 bits, and messages.
    ///
    /// forge-config: default.fuzz.runs = 200
    /// forge-config: quick.fuzz.runs = 16
    /// forge-config: long.fuzz.runs = 1000
    function testFuzz_behavior_onlyTheNewKeyCounts(uint256 seed) public {
        recover(OTHER_KEY);
        for (uint256 number = 0; number < 12; ++number) {
            (ExecuteCall memory call, bytes memory data) =
                transferCall(uint256(keccak256(abi.encode(seed, number))) % 1000);
            call.expiration = number % 4 == 0 ? type(uint40).max - number : START + DELAY + 1000 + number;
            bytes32 digest = digestOf(call, data);
            Assertion memory former = Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digest);
            Assertion memory present = Passkey.sign(OTHER_KEY, RP_ID_HASH, digest);
            bool packed = number % 2 == 0;
            bytes memory refused = packed ? Passkey.packed(call, data, former) : Passkey.long(call, data, former);
            (bool success,) = address(wallet).call(refused);
            vm.assertFalse(success, "former key");
            submit(packed ? Passkey.packed(call, data, present) : Passkey.long(call, data, present));
        }
        bytes32 message = wallet.messageDigest("order");
        bytes memory old = Passkey.encode(Passkey.sign(PRIVATE_KEY, RP_ID_HASH, message));
        vm.assertEq(bytes32(wallet.isValidSignature("order", old)), bytes32(bytes4(0xffffffff)), "former key");
        bytes memory fresh = Passkey.encode(Passkey.sign(OTHER_KEY, RP_ID_HASH, message));
        vm.assertEq(bytes32(wallet.isValidSignature("order", fresh)), bytes32(bytes4(0x1626ba7e)), "new key");
    }

    function test_behavior_whatWasSpentStaysSpent() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        call.expiration = START + 30 days;
        execute(call, data);
        bytes32 digest = digestOf(call, data);
        recover(OTHER_KEY);
        vm.assertTrue(wallet.used(digest), "used");
        bytes memory again = Passkey.long(call, data, Passkey.sign(OTHER_KEY, RP_ID_HASH, digest));
        assertRefused(again, abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digest), "replay");
    }

    function test_behavior_recoversAgainAndAgain() public {
        uint256 time = START;
        setBackup(BACKUP);
        for (uint256 key = 1; key <= 4; ++key) {
            propose(key);
            time += DELAY;
            vm.warp(time);
            wallet.finishRecovery();
            assertKey(key);
        }
        // The valid key also sets another backup.
        submit(signedSelfCall(4, abi.encodeCall(wallet.setBackup, (SHOP))));
        vm.assertEq(wallet.backup(), SHOP, "backup");
    }

    function test_error_notTwice() public {
        recover(OTHER_KEY);
        vm.expectRevert(WalletKey.NoRecoveryPending.selector);
        wallet.finishRecovery();
    }

    function test_error_nothingToFinish() public {
        vm.expectRevert(WalletKey.NoRecoveryPending.selector);
        wallet.finishRecovery();
    }

    function test_behavior_theLastSecondOfTheDelay() public {
        setBackup(BACKUP);
        propose(OTHER_KEY);
        vm.warp(START + DELAY - 1);
        vm.expectRevert(abi.encodeWithSelector(WalletKey.RecoveryNotReady.selector, START + DELAY));
        wallet.finishRecovery();
        vm.warp(START + DELAY);
        wallet.finishRecovery();
    }

    /// The backup can do nothing else, before or after a recovery.
    function test_error_theBackupMovesNothing() public {
        setBackup(BACKUP);
        vm.startPrank(BACKUP);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        (bool success,) =
            address(wallet).call(Passkey.long(call, data, Passkey.sign(OTHER_KEY, RP_ID_HASH, digestOf(call, data))));
        vm.assertFalse(success, "execute");
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, BACKUP));
        wallet.cancelRecovery();
        vm.stopPrank();
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS, "coins");
    }

    function recover(uint256 privateKey) private {
        setBackup(BACKUP);
        propose(privateKey);
        vm.warp(START + DELAY);
        wallet.finishRecovery();
    }
}
