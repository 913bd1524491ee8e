// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletKey} from "../../src/WalletKey.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {RecoveryTest} from "./RecoveryTest.sol";

/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract ProposeRecoveryTest is RecoveryTest {
    uint256 internal constant P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff;
    uint256 internal constant B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b;

    function testFuzz_behavior_changesNothingBeforeTheDelay(uint256 privateKey, uint256 wait) public {
        privateKey = privateKey % (Passkey.N - 1) + 1;
        setBackup(BACKUP);
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletKey.RecoveryProposed(x, y, START + DELAY);
        vm.prank(BACKUP);
        wallet.proposeRecovery(x, y);
        assertPending(x, y, START + DELAY);

        vm.warp(START + wait % DELAY);
        assertKey(PRIVATE_KEY);
        vm.expectRevert(abi.encodeWithSelector(WalletKey.RecoveryNotReady.selector, START + DELAY));
        wallet.finishRecovery();
    }

    function test_behavior_aFurtherProposalWaitsAgain() public {
        setBackup(BACKUP);
        propose(OTHER_KEY);
        vm.warp(START + DELAY - 1);
        propose(1);
        vm.warp(START + DELAY);
        vm.expectRevert(abi.encodeWithSelector(WalletKey.RecoveryNotReady.selector, START + 2 * DELAY - 1));
        wallet.finishRecovery();
        vm.warp(START + 2 * DELAY - 1);
        wallet.finishRecovery();
        assertKey(1);
    }

    function testFuzz_error_onlyTheBackup(address caller) public {
        setBackup(BACKUP);
        vm.assume(caller != BACKUP);
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletKey.OnlyBackup.selector, caller));
        wallet.proposeRecovery(x, y);
    }

    function testFuzz_error_nobodyWithoutABackup(address caller) public {
        vm.assume(caller != address(0));
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletKey.OnlyBackup.selector, caller));
        wallet.proposeRecovery(x, y);
    }

    function testFuzz_error_refusesWhatIsNoPoint(uint256 x, uint256 y) public {
        // The fuzzer also tries values that it has seen before, such as the coordinates of a wallet's key.
        vm.assume(!isOnCurve(x, y));
        setBackup(BACKUP);
        assertNoPoint(x, y);
    }

    function test_error_refusesTheEdgesOfTheField() public {
        setBackup(BACKUP);
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        assertNoPoint(0, 0);
        assertNoPoint(x, y + 1);
        assertNoPoint(x + 1, y);
        assertNoPoint(P, y);
        assertNoPoint(x, P);
        assertNoPoint(type(uint256).max, type(uint256).max);
        // y = 0 would mean that no key was recovered. No point of the curve has y = 0.
        assertNoPoint(x, 0);
        vm.prank(BACKUP);
        wallet.proposeRecovery(x, P - y);
    }

    /// The point with x = 0 is a valid key like any other.
    function test_behavior_acceptsThePointWithXOfZero() public {
        setBackup(BACKUP);
        uint256 y = 0x66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4;
        vm.prank(BACKUP);
        wallet.proposeRecovery(0, y);
        vm.warp(START + DELAY);
        wallet.finishRecovery();
        vm.assertEq(wallet.qx(), 0, "qx");
        vm.assertEq(wallet.qy(), y, "qy");
        vm.assertTrue(wallet.isKeyReplaced(), "replaced");
    }

    /// The curve is y^2 = x^3 - 3x + b.
    function isOnCurve(uint256 x, uint256 y) private pure returns (bool) {
        uint256 right = addmod(mulmod(mulmod(x, x, P), x, P), addmod(mulmod(P - 3, x, P), B, P), P);
        return x < P && y < P && mulmod(y, y, P) == right;
    }

    function assertNoPoint(uint256 x, uint256 y) private {
        vm.prank(BACKUP);
        vm.expectRevert(abi.encodeWithSelector(WalletKey.InvalidPublicKey.selector, x, y));
        wallet.proposeRecovery(x, y);
    }
}
