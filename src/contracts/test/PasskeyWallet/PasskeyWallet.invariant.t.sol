// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {PasskeyWalletFactory} from "../../src/PasskeyWalletFactory.sol";
import {DemoCoin} from "../../src/demo/DemoCoin.sol";
import {Shipped} from "../base/Shipped.sol";
import {vm} from "../base/Vm.sol";
import {WalletHandler} from "./WalletHandler.sol";

/// @notice Invariants of a wallet that hold for any actions of its owner, its backup, a relayer and an attacker.
contract PasskeyWalletInvariantTest {
    uint256 internal constant FUNDS = 1_000_000;

    WalletHandler internal handler;
    PasskeyWallet internal wallet;
    DemoCoin internal coin;

    function setUp() public {
        vm.warp(1_800_000_000);
        PasskeyWalletFactory factory = PasskeyWalletFactory(Shipped.deploy("passkey-wallet-factory"));
        coin = new DemoCoin();
        uint256 privateKey = new WalletHandler(wallet, coin).privateKey(1);
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        wallet = PasskeyWallet(payable(factory.deploy(x, y, sha256("shop.example.com"))));
        coin.mint(address(wallet), FUNDS);
        handler = new WalletHandler(wallet, coin);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function excludeSenders() public view returns (address[] memory senders) {
        senders = new address[](1);
        senders[0] = address(wallet);
    }

    /// All invariants are in one function, because forge runs all histories again for each function.
    function invariant_behavior_theWalletObeysItsPasskeyOnly() public view {
        assertCoinsMovedOnlyAsSigned();
        assertKeyChangedOnlyByRecovery();
        assertUsedIsExactWhileItMatters();
    }

    /// Checks that the random histories contain every kind of event. Otherwise, the invariants would prove little.
    function test_behavior_historiesReachEveryCase() public {
        uint256 finished = 0;
        for (uint256 step = 0; step < 1000; ++step) {
            uint256 random = uint256(keccak256(abi.encode("reach", step)));
            uint256 choice = random % 11;
            random >>= 8;
            if (choice < 3) handler.transfer(random, random >> 64, random >> 128, choice == 0);
            else if (choice < 5) handler.again(random, choice == 3);
            else if (choice == 5 && random % 6 == 0) handler.nameBackup(random >> 4);
            else if (choice == 6) handler.propose(random);
            else if (choice == 7) handler.pass(random);
            else if (choice == 8) handler.attack(random, bytes1(uint8(random >> 200)), step % 2 == 0);
            else if (choice == 9 && random % 4 == 0) handler.cancel();
            else if (choice == 10) handler.takeBack(random % 4);
            uint256 before = handler.key();
            handler.finish();
            if (handler.key() != before) ++finished;
            invariant_behavior_theWalletObeysItsPasskeyOnly();
        }
        vm.assertTrue(finished >= 3, "recoveries");
        vm.assertTrue(handler.executions() > 50 && handler.fees() > 100, "executions");
        vm.assertTrue(handler.takenBack() > 5, "taken back");
    }

    /// Every coin that left the wallet was part of a call signed by the key valid at that time. The call was executed
    /// once and paid exactly its fee.
    function assertCoinsMovedOnlyAsSigned() private view {
        vm.assertEq(coin.balanceOf(handler.SHOP()), handler.paid(), "paid");
        vm.assertEq(coin.balanceOf(handler.COLLECTOR()), handler.fees(), "fees");
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS - handler.paid() - handler.fees(), "rest");
    }

    /// The wallet obeys the expected key, and the backup is the address that this key set.
    function assertKeyChangedOnlyByRecovery() private view {
        (uint256 x, uint256 y) = vm.publicKeyP256(handler.privateKey(handler.key()));
        vm.assertEq(wallet.qx(), x, "qx");
        vm.assertEq(wallet.qy(), y, "qy");
        vm.assertEq(wallet.backup(), handler.backup(), "backup");
        (,, uint256 effectiveAt) = wallet.pendingRecovery();
        uint256 expected = handler.proposedAt() == 0 ? 0 : handler.proposedAt() + 3 days;
        vm.assertEq(effectiveAt, expected, "pending");
    }

    /// Before its expiration, a digest is reported as used if and only if it was executed or cancelled.
    function assertUsedIsExactWhileItMatters() private view {
        for (uint256 index = 0; index < handler.count(); ++index) {
            (bytes32 digest, uint256 expiration, bool spent) = handler.signed(index);
            if (expiration > block.timestamp) vm.assertEq(wallet.used(digest), spent, "used");
        }
    }
}
