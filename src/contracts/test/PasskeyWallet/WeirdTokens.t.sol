// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";
import {Caller} from "../targets/Targets.sol";
import {Quirk, SecondEntrance, WeirdCoin} from "../targets/WeirdCoin.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title WeirdTokensTest
///
/// @notice Tests with unusual ERC-20 coins, as fee coin or as the called contract. Either the signed call happens
///         completely or nothing does, and no other asset of the wallet moves.
contract WeirdTokensTest is WalletTest {
    uint256 private constant QUIRKS = uint256(type(Quirk).max) + 1;
    uint256 private constant HELD = 1000;

    WeirdCoin private weird;
    Caller private hook;

    /// A signed transfer of the honest coin that was not submitted yet. A hook tries to submit it.
    ExecuteCall private waiting;
    bytes private waitingData;

    function setUp() public override {
        super.setUp();
        weird = new WeirdCoin();
        weird.mint(address(wallet), HELD);
        hook = new Caller();
        weird.setHook(address(hook));
        (waiting, waitingData) = transferCall(4);
        hook.prepare(address(wallet), Passkey.packed(waiting, waitingData, signCall(waiting, waitingData)), true);
    }

    /// @dev Checks what no coin may change: the other coin, the ether, the key, its backup, and the transfer not yet
    ///      submitted.
    modifier nothingElseMoves() {
        _;
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS, "the other coin");
        vm.assertEq(address(wallet).balance, 100 ether, "ether");
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        vm.assertTrue(wallet.qx() == x && wallet.qy() == y, "key");
        vm.assertEq(wallet.backup(), address(0), "backup");
        vm.assertFalse(wallet.used(digestOf(waiting, waitingData)), "what waits");
    }

    // behavior: for each quirk, the payment that is made or refused

    /// The coin is the fee of a call that does nothing else. The fee arrives, less the coin's own deduction, or nothing
    /// happens.
    function test_behavior_aFeeIsPaidOrTheCallIsRefused() public {
        for (uint256 number = 0; number < QUIRKS; ++number) {
            Quirk quirk = Quirk(number);
            uint256 snapshot = vm.snapshotState();
            bool refused = isBarred(quirk) || quirk == Quirk.AnswersFalseThoughItMoved || quirk == Quirk.AnswersTwo;
            (ExecuteCall memory call, bytes memory data) = transferCall(0);
            (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (100, address(weird), COLLECTOR);
            assertMoved(quirk, call, data, COLLECTOR, refused);
            vm.revertToState(snapshot);
        }
    }

    /// The call transfers the coin. The wallet ignores the return data, because it does not know that the called
    /// contract is a coin.
    function test_behavior_aTransferDoesWhatTheCoinDoes() public {
        for (uint256 number = 0; number < QUIRKS; ++number) {
            uint256 snapshot = vm.snapshotState();
            (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, 100)));
            assertMoved(Quirk(number), call, data, SHOP, isBarred(Quirk(number)));
            vm.revertToState(snapshot);
        }
    }

    /// Any quirk and any amounts, with fee and transfer in the same coin. The quirk that takes more from the sender
    /// than the amount is left out, because no wallet can control a coin's own balances.
    function testFuzz_behavior_noCoinLosesMoreThanWasSigned(uint256 choice, uint256 fee, uint256 amount, bool packed)
        public
        nothingElseMoves
    {
        Quirk quirk = Quirk(choice % QUIRKS);
        if (quirk == Quirk.TakesFromTheSender) quirk = Quirk.TakesFromTheReceiver;
        become(quirk, SHOP);
        // Mostly amounts near the balance, else any amount including the maximum.
        if ((choice >> 8) % 8 != 0) (fee, amount) = (fee % (HELD + 2), amount % (HELD + 2));
        if ((choice >> 8) % 8 == 1) amount = type(uint256).max;
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, amount)));
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (fee, address(weird), COLLECTOR);
        bool executed = handIn(call, data, packed);

        uint256 lost = HELD - weird.balanceOf(address(wallet));
        vm.assertTrue(executed ? lost <= fee || lost - fee <= amount : lost == 0, "more than was signed");
        vm.assertEq(wallet.used(digestOf(call, data)), executed, "spent exactly when executed");
        if (!executed) vm.assertEq(weird.balanceOf(COLLECTOR) + weird.balanceOf(SHOP), 0, "undone");
    }

    /// The wallet never reads decimals, name or symbol. The amount is exactly the signed number.
    function testFuzz_behavior_anAmountIsTheNumberThatWasSigned(uint8 decimals, uint256 fee) public nothingElseMoves {
        weird.setDecimals(decimals);
        fee = 1 + fee % HELD;
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, HELD - fee)));
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (fee, address(weird), COLLECTOR);
        vm.assertTrue(handIn(call, data, true), "executed");
        vm.assertEq(weird.balanceOf(COLLECTOR), fee, "fee");
        vm.assertEq(weird.balanceOf(SHOP), HELD - fee, "amount");
    }

    // behavior: coins that change between the signature and the chain

    function test_behavior_aCoinThatShrankIsRefusedAndPaidOnceItGrewAgain() public nothingElseMoves {
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, 600)));
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (100, address(weird), COLLECTOR);
        weird.rebase(50);
        vm.assertFalse(handIn(call, data, false), "less than was signed");
        vm.assertEq(weird.balanceOf(COLLECTOR), 0, "fee undone");
        weird.rebase(200);
        vm.assertTrue(handIn(call, data, false), "enough again");
        vm.assertEq(weird.balanceOf(COLLECTOR), 100, "the fee has not grown");
        vm.assertEq(weird.balanceOf(SHOP), 600, "nor has the amount");
        vm.assertEq(weird.balanceOf(address(wallet)), 1300, "rest");
    }

    function test_behavior_aPauseRefusesUntilItEndsOrTheCallExpires() public nothingElseMoves {
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, 1)));
        become(Quirk.IsPaused, SHOP);
        vm.assertFalse(handIn(call, data, true), "paused");
        become(Quirk.None, SHOP);
        vm.assertTrue(handIn(call, data, true), "once it goes on");
        (call, data) = callOf(abi.encodeCall(weird.transfer, (SHOP, 2)));
        become(Quirk.IsPaused, SHOP);
        vm.assertFalse(handIn(call, data, true), "paused again");
        vm.warp(call.expiration);
        become(Quirk.None, SHOP);
        vm.assertFalse(handIn(call, data, true), "expired");
        vm.assertEq(weird.balanceOf(SHOP), 1, "once");
    }

    function test_behavior_twoAddressesOfOneCoinGiveNoMoreThanItHas() public nothingElseMoves {
        SecondEntrance second = new SecondEntrance(weird);
        weird.open(address(second));
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, HELD)));
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, address(second), COLLECTOR);
        vm.assertFalse(handIn(call, data, false), "fee and amount are more than there is");
        vm.assertEq(weird.balanceOf(COLLECTOR), 0, "fee undone");
        (call.fee, data) = (400, abi.encodeCall(weird.transfer, (SHOP, 600)));
        vm.assertTrue(handIn(call, data, false), "together what there is");
        vm.assertEq(weird.balanceOf(COLLECTOR), 400, "fee");
        vm.assertEq(weird.balanceOf(SHOP), 600, "amount");
    }

    // behavior: return data and reverts of a coin

    /// A coin that returns false instead of reverting. As a fee, it makes the execution revert. As the called contract,
    /// the call succeeds and no coins move.
    function test_behavior_falseInsteadOfAFailurePaysNoFee() public nothingElseMoves {
        become(Quirk.AnswersFalseInsteadOfReverting, SHOP);
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, HELD + 1)));
        vm.assertTrue(handIn(call, data, true), "a call like any other");
        vm.assertEq(weird.balanceOf(address(wallet)), HELD, "nothing moved");
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (HELD + 1, address(weird), COLLECTOR);
        bytes memory failed = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(weird));
        assertRefused(Passkey.packed(call, data, signCall(call, data)), failed, "fee not paid");
    }

    function test_behavior_anEndlessAnswerIsNotCopied() public nothingElseMoves {
        become(Quirk.AnswersAtLength, SHOP);
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, 1)));
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, address(weird), COLLECTOR);
        bytes memory callData = Passkey.packed(call, data, signCall(call, data));
        uint256 before = gasleft();
        submit(callData);
        // The coin uses 29,000 gas twice for the memory of 100,000 bytes. Copying them would cost the wallet the same
        // again.
        vm.assertLe(before - gasleft(), 175_000, "gas");
    }

    function test_behavior_refusalsOfACoinAreToldAndUndoTheFee() public nothingElseMoves {
        assertTold(Quirk.RefusesZero, abi.encodeCall(weird.transfer, (SHOP, 0)), "zero");
        assertTold(Quirk.RefusesZero, abi.encodeCall(weird.approve, (SHOP, 0)), "zero");
        assertTold(Quirk.RefusesTheZeroAddress, abi.encodeCall(weird.transfer, (address(0), 1)), "zero address");
        assertTold(Quirk.RefusesTheZeroAddress, abi.encodeCall(weird.approve, (address(0), 1)), "zero address");
        assertTold(Quirk.RefusesAbove96Bits, abi.encodeCall(weird.transfer, (SHOP, 1 << 96)), "96 bits");
        assertTold(Quirk.RefusesAbove96Bits, abi.encodeCall(weird.approve, (SHOP, type(uint256).max)), "96 bits");
        assertTold(Quirk.BlocksTheReceiver, abi.encodeCall(weird.transfer, (SHOP, 1)), "blocked");
    }

    function test_behavior_anAllowanceThatCannotChangeIsTakenBackFirst() public nothingElseMoves {
        become(Quirk.RefusesToChangeAnAllowance, SHOP);
        (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.approve, (SHOP, 5)));
        vm.assertTrue(handIn(call, data, true), "first");
        assertTold(Quirk.RefusesToChangeAnAllowance, abi.encodeCall(weird.approve, (SHOP, 6)), "change");

        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(weird), 0, abi.encodeCall(weird.approve, (SHOP, 0)));
        calls[1] = PasskeyWallet.Call(address(weird), 0, abi.encodeCall(weird.approve, (SHOP, 6)));
        (call, data) = selfCall(abi.encodeCall(wallet.executeBatch, (calls)));
        vm.assertTrue(handIn(call, data, true), "in one batch");
        vm.assertEq(weird.allowance(address(wallet), SHOP), 6, "allowance");
    }

    /// If a coin's `transferFrom` needs no allowance for the coin's own owner, it is the same as a transfer.
    function test_behavior_transferFromOfTheWalletItselfIsATransfer() public nothingElseMoves {
        bytes memory own = abi.encodeCall(weird.transferFrom, (address(wallet), SHOP, 5));
        (ExecuteCall memory call, bytes memory data) = callOf(own);
        vm.assertFalse(handIn(call, data, true), "a usual coin needs an allowance");
        become(Quirk.NeedsNoAllowanceOfItsOwner, SHOP);
        vm.assertTrue(handIn(call, data, true), "this one does not");
        vm.assertEq(weird.balanceOf(SHOP), 5, "moved");
    }

    // error: hooks

    /// A hook runs before and after the coins move, for the coin as fee and as target. No attempt of the hook succeeds.
    function test_error_aHookReachesNothing() public nothingElseMoves {
        bytes[5] memory attempts = [
            Passkey.long(waiting, waitingData, signCall(waiting, waitingData)),
            Passkey.packed(waiting, waitingData, signCall(waiting, waitingData)),
            abi.encodeCall(wallet.setBackup, (BACKUP)),
            abi.encodeCall(wallet.executeBatch, (new PasskeyWallet.Call[](1))),
            abi.encodeCall(wallet.proposeRecovery, (1, 2))
        ];
        for (uint256 index = 0; index < 2 * attempts.length; ++index) {
            become(index % 2 == 0 ? Quirk.CallsBack : Quirk.CallsBackWhileItLends, SHOP);
            hook.prepare(address(wallet), attempts[index / 2], true);
            (ExecuteCall memory call, bytes memory data) = callOf(abi.encodeCall(weird.transfer, (SHOP, index)));
            (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, address(weird), COLLECTOR);
            vm.assertTrue(handIn(call, data, true), "executed");
            vm.assertFalse(hook.succeeded(), "the hook got through");
            vm.assertTrue(hook.reason().length >= 4, "the hook was refused by the wallet");
        }
        vm.assertEq(weird.balanceOf(address(wallet)), HELD - 45 - 10, "what was signed");
    }

    // Private functions.

    function callOf(bytes memory data) private view returns (ExecuteCall memory call, bytes memory sameData) {
        (call.toAddress, call.expiration) = (address(weird), block.timestamp + 300);
        return (call, data);
    }

    /// Sets the quirk, and the blocked address if the quirk blocks one: the wallet or the receiver.
    function become(Quirk quirk, address receiver) private {
        weird.setQuirk(quirk);
        weird.setBlocked(quirk == Quirk.BlocksTheSender ? address(wallet) : receiver);
    }

    function isBarred(Quirk quirk) private pure returns (bool) {
        return quirk == Quirk.BlocksTheSender || quirk == Quirk.BlocksTheReceiver || quirk == Quirk.IsPaused;
    }

    function handIn(ExecuteCall memory call, bytes memory data, bool packed) private returns (bool executed) {
        bytes memory callData =
            packed ? Passkey.packed(call, data, signCall(call, data)) : Passkey.long(call, data, signCall(call, data));
        (executed,) = address(wallet).call(callData);
    }

    /// Submits a call that moves 100 of the coin. They leave and arrive as the quirk demands, or nothing happens.
    function assertMoved(Quirk quirk, ExecuteCall memory call, bytes memory data, address receiver, bool refused)
        private
        nothingElseMoves
    {
        string memory name = vm.toString(uint256(quirk));
        become(quirk, receiver);
        vm.assertEq(handIn(call, data, true), !refused, name);
        vm.assertEq(wallet.used(digestOf(call, data)), !refused, name);
        uint256 left = quirk == Quirk.TakesFromTheSender ? 110 : 100;
        uint256 arrived = quirk == Quirk.TakesFromTheReceiver ? 90 : 100;
        vm.assertEq(weird.balanceOf(receiver), refused ? 0 : arrived, name);
        vm.assertEq(weird.balanceOf(address(wallet)), refused ? HELD : HELD - left, name);
    }

    /// Checks that the revert data is passed on when the coin reverts, and that the fee in the honest coin is not paid.
    function assertTold(Quirk quirk, bytes memory callData, string memory reason) private {
        become(quirk, SHOP);
        (ExecuteCall memory call, bytes memory data) = callOf(callData);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (9, address(coin), COLLECTOR);
        bytes memory expected = abi.encodeWithSignature("Error(string)", reason);
        assertRefused(Passkey.packed(call, data, signCall(call, data)), expected, reason);
        vm.assertEq(coin.balanceOf(COLLECTOR), 0, "fee undone");
    }
}
