// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {ReplayRing} from "../../src/ReplayRing.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";
import {Bomb, Caller, Failing, HookedCoin, OddCoin, Recorder} from "../targets/Targets.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title ExecuteTest
///
/// @notice Everything that an execution must do and refuse. The tests run for `execute` and `executePacked`, each with
///         and without the precompile. The verdicts must be the same in all four runs.
abstract contract ExecuteTest is WalletTest {
    /// Encodes a call in the form under test.
    function encode(ExecuteCall memory call, bytes memory data, Assertion memory assertion)
        internal
        pure
        virtual
        returns (bytes memory);

    function sendSigned(ExecuteCall memory call, bytes memory data) internal {
        submit(encode(call, data, signCall(call, data)));
    }

    function signed(ExecuteCall memory call, bytes memory data) internal view returns (bytes memory) {
        return encode(call, data, signCall(call, data));
    }

    // behavior: the call

    function testFuzz_behavior_callsWithWhatWasSigned(uint256 value, bytes memory data, uint256 lifetime) public {
        vm.assume(data.length != 0);
        Recorder target = new Recorder();
        ExecuteCall memory call;
        call.toAddress = address(target);
        call.value = value % 100 ether;
        call.expiration = START + 1 + lifetime % (type(uint40).max - START);
        bytes32 digest = digestOf(call, data);

        vm.expectEmit(true, true, true, true, address(wallet));
        emit PasskeyWallet.Executed(digest);
        sendSigned(call, data);

        vm.assertEq(target.lastData(), data, "data");
        vm.assertEq(target.lastValue(), call.value, "value");
        vm.assertEq(target.lastSender(), address(wallet), "sender");
        vm.assertEq(target.calls(), 1, "calls");
        vm.assertTrue(wallet.used(digest), "used");
    }

    function test_behavior_transfersCoins() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1_500_000);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 1_500_000, "shop");
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS - 1_500_000, "wallet");
    }

    function test_behavior_sendsEtherWithoutData() public {
        ExecuteCall memory call;
        (call.toAddress, call.value, call.expiration) = (SHOP, 3 ether, START + 1);
        sendSigned(call, "");
        vm.assertEq(SHOP.balance, 3 ether, "ether");
    }

    function test_behavior_anyoneMayHandIn() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signed(call, data);
        vm.prank(address(0xbeef));
        submit(callData);
        vm.assertEq(coin.balanceOf(SHOP), 1, "shop");
    }

    function test_behavior_manyExecutionsFollowEachOther() public {
        for (uint256 number = 1; number <= 30; ++number) {
            (ExecuteCall memory call, bytes memory data) = transferCall(number);
            sendSigned(call, data);
        }
        vm.assertEq(coin.balanceOf(SHOP), 465, "shop");
    }

    // behavior: fee

    function testFuzz_behavior_paysTheFeeBeforeTheCall(uint256 fee, uint256 amount) public {
        fee = fee % FUNDS;
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % (FUNDS - fee));
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (fee, address(coin), COLLECTOR);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(COLLECTOR), fee, "fee");
        vm.assertEq(coin.balanceOf(SHOP), amount % (FUNDS - fee), "amount");
    }

    function test_behavior_theFeeComesFirst() public {
        // Fee and amount together exceed the balance. After the fee is paid the call fails, and everything is reverted.
        (ExecuteCall memory call, bytes memory data) = transferCall(FUNDS);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, address(coin), COLLECTOR);
        bytes memory insufficient = abi.encodeWithSignature(
            "ERC20InsufficientBalance(address,uint256,uint256)", address(wallet), FUNDS - 1, FUNDS
        );
        assertRefused(signed(call, data), insufficient, "insufficient");
        vm.assertEq(coin.balanceOf(COLLECTOR), 0, "fee undone");
        vm.assertFalse(wallet.used(digestOf(call, data)), "digest can be tried again");
    }

    function test_behavior_noFeeIsPaidInNoCoin() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(5);
        (call.fee, call.feeWithdrawAddress) = (77, COLLECTOR);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 5, "amount");
    }

    function test_behavior_aFeeOfZeroTouchesNoCoin() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(5);
        (call.feeCoinAddress, call.feeWithdrawAddress) = (address(new Failing()), COLLECTOR);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 5, "amount");
    }

    function test_behavior_aFeeIsPaidInCoinsThatReturnNothingOrTrue() public {
        OddCoin odd = new OddCoin();
        for (uint256 index = 0; index < 2; ++index) {
            odd.setBehavior(OddCoin.Behavior(index));
            (ExecuteCall memory call, bytes memory data) = transferCall(index);
            (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (7, address(odd), COLLECTOR);
            sendSigned(call, data);
        }
        vm.assertEq(odd.received(COLLECTOR), 14, "fees");
    }

    function test_error_aFeeThatCannotBePaidRefusesTheCall() public {
        OddCoin odd = new OddCoin();
        (ExecuteCall memory call, bytes memory data) = transferCall(5);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (7, address(odd), COLLECTOR);
        bytes memory callData = signed(call, data);
        bytes memory failed = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(odd));
        for (uint256 behavior = 2; behavior <= 4; ++behavior) {
            odd.setBehavior(OddCoin.Behavior(behavior));
            assertRefused(callData, failed, "not paid");
        }
        odd.setBehavior(OddCoin.Behavior.Reverts);
        assertRefused(callData, abi.encodeWithSignature("Error(string)", "odd"), "reverts");
        vm.assertEq(coin.balanceOf(SHOP), 0, "nothing moved");

        // An address without code is not a coin.
        call.feeCoinAddress = SHOP;
        failed = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, SHOP);
        assertRefused(signed(call, data), failed, "no code");
    }

    // error: replay and expiration

    function testFuzz_error_refusesReplay(uint256 amount, uint256 wait) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % (FUNDS / 2));
        bytes memory callData = signed(call, data);
        submit(callData);
        vm.warp(START + wait % 300);
        bytes memory used = abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(call, data));
        assertRefused(callData, used, "same bytes");
        // A second passkey prompt for the same call gives another signature over the same digest.
        Assertion memory other = Passkey.sign(
            PRIVATE_KEY,
            Passkey.authenticatorData(RP_ID_HASH, 0x1d, 9),
            bytes(Passkey.USUAL_HEAD),
            ',"origin":"https://other.shop.example.com"}',
            1,
            digestOf(call, data)
        );
        assertRefused(encode(call, data, other), used, "another signature");
        vm.assertEq(coin.balanceOf(SHOP), amount % (FUNDS / 2), "moved once");
    }

    function testFuzz_error_refusesWhenExpired(uint256 expiration) public {
        expiration = expiration % (START + 1);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        call.expiration = expiration;
        assertRefused(signed(call, data), abi.encodeWithSelector(ReplayRing.Expired.selector, expiration), "expired");
    }

    function test_behavior_theLastSecondCounts() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signed(call, data);
        vm.warp(START + 300);
        assertRefused(callData, abi.encodeWithSelector(ReplayRing.Expired.selector, START + 300), "expired");
        vm.warp(START + 299);
        submit(callData);
    }

    // error: the signature binds every field

    function testFuzz_error_refusesAnyOtherCall(uint256 field, uint256 mask) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (3, address(coin), COLLECTOR);
        Assertion memory assertion = signCall(call, data);
        vm.assume(uint160(mask) != 0 && uint8(mask) != 0);
        field = field % 7;
        if (field == 0) call.toAddress = address(uint160(call.toAddress) ^ uint160(mask));
        if (field == 1) call.value ^= mask;
        if (field == 2) data[mask % data.length] ^= bytes1(uint8(mask));
        if (field == 3) call.expiration += uint32(mask | 1);
        if (field == 4) call.fee ^= mask;
        if (field == 5) call.feeCoinAddress = address(uint160(call.feeCoinAddress) ^ uint160(mask));
        if (field == 6) call.feeWithdrawAddress = address(uint160(call.feeWithdrawAddress) ^ uint160(mask));
        assertRejected(call, data, assertion);
    }

    function test_error_refusesADifferentLengthOfData() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        assertRejected(call, bytes.concat(data, hex"00"), assertion);
        assertRejected(call, Passkey.slice(data, 0, data.length - 1), assertion);
        assertRejected(call, "", assertion);
    }

    function test_error_refusesTheSignatureOfAnotherWallet() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        wallet = PasskeyWallet(payable(factory.deploy(x, y, sha256("other.example.com"))));
        assertRejected(call, data, assertion);
    }

    function testFuzz_error_refusesTheSignatureOfAnotherChain(uint64 chainId) public {
        vm.assume(chainId != block.chainid && chainId != 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        vm.chainId(chainId);
        assertRejected(call, data, assertion);
    }

    // error: the assertion

    function testFuzz_error_refusesAnotherKey(uint256 privateKey) public {
        privateKey = privateKey % (Passkey.N - 1) + 1;
        vm.assume(privateKey != PRIVATE_KEY && privateKey != Passkey.N - PRIVATE_KEY);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertRejected(call, data, Passkey.sign(privateKey, RP_ID_HASH, digestOf(call, data)));
    }

    function test_error_refusesEachFlawOfAnAssertion() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x04, Passkey.USUAL_HEAD, digest));
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x01, Passkey.USUAL_HEAD, digest));
        assertRejected(call, data, assertionWith(sha256("evil.example"), 0x05, Passkey.USUAL_HEAD, digest));
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x05, '{"type":"webauthn.create",', digest));
        assertRejected(call, data, assertionWith(RP_ID_HASH, 0x05, Passkey.USUAL_HEAD, ~digest));

        Assertion memory assertion = assertionWith(RP_ID_HASH, 0x05, Passkey.USUAL_HEAD, digest);
        assertion.s = Passkey.N - assertion.s;
        assertRejected(call, data, assertion);
        assertion.s = 0;
        assertRejected(call, data, assertion);
        assertion.r = 0;
        assertRejected(call, data, assertion);
    }

    function test_error_refusesDecoysInNestedObjects() public {
        // First the challenge is in a nested object and the type outside. Then the type is in a nested object, before
        // and after the challenge.
        assertDecoyRejected('{"type":"webauthn.get","extra":{', '},"challenge":"AAAA"}');
        assertDecoyRejected('{"extra":{"type":"webauthn.get"},"type":"webauthn.create",', "}");
        assertDecoyRejected("{", ',"type":"webauthn.create","extra":{"type":"webauthn.get"}}');
    }

    function test_behavior_acceptsChallengeFirst() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory good = Passkey.authenticatorData(RP_ID_HASH, 0x05, 0);
        string memory tail = ',"origin":"https://shop.example.com","type":"webauthn.get"}';
        submit(encode(call, data, Passkey.sign(PRIVATE_KEY, good, "{", tail, digestOf(call, data))));
    }

    function testFuzz_error_refusesAnyChangedByte(uint256 place, bytes1 mask) public {
        vm.assume(mask != 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (3, address(coin), COLLECTOR);
        bytes memory callData = signed(call, data);
        callData[place % callData.length] ^= mask;
        (bool success,) = address(wallet).call(callData);
        // Only padding bytes in the long form can change without an effect.
        vm.assertTrue(!success || coin.balanceOf(SHOP) == 1, "moved something else");
        vm.assertTrue(!success || coin.balanceOf(COLLECTOR) == 3, "paid something else");
    }

    // behavior: failing calls

    function testFuzz_error_passesTheReasonOn(uint256 number, string memory text) public {
        vm.assume(bytes(text).length < 1000);
        Failing target = new Failing();
        assertCallFails(
            address(target),
            abi.encodeCall(Failing.withError, (number, text)),
            abi.encodeWithSelector(Failing.Told.selector, number, text)
        );
        assertCallFails(
            address(target), abi.encodeCall(Failing.withString, (text)), abi.encodeWithSignature("Error(string)", text)
        );
    }

    function test_error_passesEveryKindOfReasonOn() public {
        Failing target = new Failing();
        assertCallFails(address(target), abi.encodeCall(Failing.withNothing, ()), "");
        bytes memory panic = abi.encodeWithSignature("Panic(uint256)", 0x12);
        assertCallFails(address(target), abi.encodeCall(Failing.withPanic, ()), panic);
        bytes memory whole = new bytes(10_000);
        for (uint256 index = 0; index < whole.length; ++index) {
            whole[index] = bytes1(uint8(index));
        }
        uint256[5] memory lengths = [uint256(1), 4095, 4096, 4097, 10_000];
        for (uint256 index = 0; index < 5; ++index) {
            uint256 length = lengths[index];
            bytes memory expected = Passkey.slice(whole, 0, length > 4096 ? 4096 : length);
            assertCallFails(address(target), abi.encodeCall(Failing.withLength, (length)), expected);
        }
    }

    function test_error_moreEtherThanThereIs() public {
        ExecuteCall memory call;
        (call.toAddress, call.value, call.expiration) = (SHOP, 101 ether, START + 1);
        assertRefused(signed(call, ""), "", "insufficient balance");
    }

    function test_behavior_answersThatAreTooLongAreNotCopied() public {
        Bomb bomb = new Bomb();
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(bomb), START + 1);
        bytes memory data = abi.encodeCall(Bomb.succeed, (1_000_000));
        bytes memory callData = signed(call, data);
        uint256 before = gasleft();
        submit(callData);
        // The target uses 2.0 million gas for its own memory. Copying its revert data would cost the wallet the same
        // again.
        vm.assertLe(before - gasleft(), 2_700_000, "gas of a long answer");

        data = abi.encodeCall(Bomb.fail, (1_000_000));
        callData = signed(call, data);
        before = gasleft();
        (bool success, bytes memory reason) = address(wallet).call(callData);
        vm.assertFalse(success, "failed");
        vm.assertEq(reason.length, 4096, "reason");
        vm.assertLe(before - gasleft(), 2_700_000, "gas of a long reason");
    }

    // error: reentrancy

    function test_error_refusesASecondExecutionWithinTheFirst() public {
        Caller target = new Caller();
        (ExecuteCall memory inner, bytes memory innerData) = transferCall(5);
        ExecuteCall memory outer;
        (outer.toAddress, outer.expiration) = (address(target), START + 1);
        bytes[2] memory forms = [
            Passkey.long(inner, innerData, signCall(inner, innerData)),
            Passkey.packed(inner, innerData, signCall(inner, innerData))
        ];
        for (uint256 index = 0; index < 2; ++index) {
            target.prepare(address(wallet), forms[index], false);
            bytes memory reentrant = abi.encodeWithSelector(PasskeyWallet.ReentrantCall.selector);
            assertRefused(signed(outer, bytes.concat(bytes32(index))), reentrant, "reentrant");

            target.prepare(address(wallet), forms[index], true);
            sendSigned(outer, bytes.concat(bytes32(index)));
            vm.assertFalse(target.succeeded(), "inner execution");
            vm.assertEq(target.reason(), reentrant, "reason");
        }
        // The lock is released, and the inner digest was not spent.
        submit(forms[0]);
        vm.assertEq(coin.balanceOf(SHOP), 5, "shop");
    }

    function test_error_refusesASecondExecutionFromAHookOfTheFeeCoin() public {
        HookedCoin hooked = new HookedCoin();
        hooked.mint(address(wallet), 100);
        Caller target = new Caller();
        hooked.setHook(address(target));
        (ExecuteCall memory inner, bytes memory innerData) = transferCall(5);
        target.prepare(address(wallet), Passkey.long(inner, innerData, signCall(inner, innerData)), true);

        (ExecuteCall memory outer, bytes memory data) = transferCall(1);
        (outer.fee, outer.feeCoinAddress, outer.feeWithdrawAddress) = (7, address(hooked), COLLECTOR);
        sendSigned(outer, data);
        vm.assertFalse(target.succeeded(), "inner execution");
        vm.assertEq(coin.balanceOf(SHOP), 1, "only the outer one");

        // The fee coin cannot submit the same call again either, because its digest is spent before the fee is paid.
        target.prepare(address(wallet), signed(outer, data), true);
        (outer, data) = transferCall(2);
        (outer.fee, outer.feeCoinAddress, outer.feeWithdrawAddress) = (7, address(hooked), COLLECTOR);
        target.prepare(address(wallet), signed(outer, data), true);
        sendSigned(outer, data);
        vm.assertFalse(target.succeeded(), "same execution");
        vm.assertEq(coin.balanceOf(SHOP), 3, "once more");
    }

    function test_error_theCalledContractIsNotTheWallet() public {
        Caller target = new Caller();
        target.prepare(address(wallet), abi.encodeCall(wallet.setBackup, (BACKUP)), true);
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(target), START + 1);
        sendSigned(call, "");
        vm.assertFalse(target.succeeded(), "only self");
        vm.assertEq(wallet.backup(), address(0), "backup");
    }

    // error: wrong use

    function test_error_refusesEther() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signed(call, data);
        vm.deal(address(this), 1 ether);
        (bool success,) = address(wallet).call{value: 1}(callData);
        vm.assertFalse(success, "not payable");
    }

    function test_error_theImplementationIsNobodysWallet() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        wallet = PasskeyWallet(payable(factory.implementation()));
        bytes memory callData = encode(call, data, Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digestOf(call, data)));
        (bool success, bytes memory reason) = address(wallet).call(callData);
        vm.assertFalse(success, "implementation");
        vm.assertEq(reason, abi.encodeWithSignature("NotAWallet()"), "reason");
    }

    // Private functions.

    function assertionWith(bytes32 rpIdHash, bytes1 flags, string memory head, bytes32 digest)
        private
        view
        returns (Assertion memory)
    {
        bytes memory data = Passkey.authenticatorData(rpIdHash, flags, 0);
        return Passkey.sign(PRIVATE_KEY, data, bytes(head), bytes(Passkey.USUAL_TAIL), 1, digest);
    }

    function assertDecoyRejected(string memory head, string memory tail) private {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory good = Passkey.authenticatorData(RP_ID_HASH, 0x05, 0);
        assertRejected(call, data, Passkey.sign(PRIVATE_KEY, good, head, tail, digestOf(call, data)));
    }

    function assertRejected(ExecuteCall memory call, bytes memory data, Assertion memory assertion) internal {
        bytes32 digest = digestOf(call, data);
        (bool success, bytes memory reason) = address(wallet).call(encode(call, data, assertion));
        vm.assertFalse(success, "accepted");
        // The two forms may report different rejections, but both report that the assertion was rejected.
        vm.assertEq(bytes32(bytes4(reason)), bytes32(PasskeyWallet.AssertionRejected.selector), "reason");
        vm.assertEq(bytes32(Passkey.slice(reason, 4, 36)), digest, "digest");
        vm.assertFalse(wallet.used(digest), "not spent");
    }

    function assertCallFails(address target, bytes memory data, bytes memory expected) private {
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (target, START + 1);
        assertRefused(signed(call, data), expected, "reason");
    }
}
