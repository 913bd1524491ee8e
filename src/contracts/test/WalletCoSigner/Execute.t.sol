// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {ReplayRing} from "../../src/ReplayRing.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// @notice Tests that a call needs the signatures of a key and of the co-signer over the same digest.
///
/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract CoSignedExecuteTest is CoSignerTest {
    // behavior: both signatures

    function testFuzz_behavior_bothSignaturesMoveCoins(uint256 choice, uint256 amount, bool packed) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % FUNDS);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (amount % 7, address(coin), COLLECTOR);
        vm.assume(amount % FUNDS < FUNDS - 7);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit PasskeyWallet.Executed(digestOf(call, data));
        submit(signedByBoth(packed, call, data));
        vm.assertEq(coin.balanceOf(SHOP), amount % FUNDS, "shop");
        vm.assertEq(coin.balanceOf(COLLECTOR), amount % 7, "fee");
    }

    /// The calls use each slot of the ring, and expirations beyond 40 bits. The flag to read the authority word must be
    /// set in every slot.
    function testFuzz_error_theOwnerAloneInEverySlot(uint256 seed, bool packed) public {
        nameCoSigner(Kind(seed % KINDS));
        for (uint256 number = 0; number < 16; ++number) {
            (ExecuteCall memory call, bytes memory data) = transferCall(seed % 1000);
            call.expiration += number;
            if (!packed && number % 4 == 0) call.expiration = type(uint256).max - number;
            assertRefused(signedByOwner(packed, call, data), coRejected(call, data), "owner alone");
            submit(signedByBoth(packed, call, data));
        }
    }

    function testFuzz_error_replayInEitherForm(uint256 choice, bool packed, bool again, uint256 wait) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory second = signedByBoth(again, call, data);
        submit(signedByBoth(packed, call, data));
        vm.warp(START + wait % 300);
        bytes memory used = abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(call, data));
        assertRefused(second, used, "replay");
        vm.assertEq(coin.balanceOf(SHOP), 1, "once");
    }

    function testFuzz_error_replayBeyond40Bits(uint256 choice, uint256 expiration) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        uint256 first = uint256(type(uint40).max) + 1;
        call.expiration = first + expiration % (type(uint256).max - first);
        bytes memory callData = signedByBoth(false, call, data);
        submit(callData);
        vm.warp(START + 365 days);
        assertRefused(callData, abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(call, data)), "replay");
    }

    function testFuzz_error_expired(uint256 choice, bool packed) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signedByBoth(packed, call, data);
        vm.warp(call.expiration);
        assertRefused(callData, abi.encodeWithSelector(ReplayRing.Expired.selector, call.expiration), "expired");
    }

    /// The owner's signature is checked first, so a call that the owner did not sign does not call the co-signer.
    function test_error_theCoSignerAlone() public {
        for (uint256 choice = 0; choice < KINDS; ++choice) {
            uint256 snapshot = vm.snapshotState();
            nameCoSigner(Kind(choice));
            assertWrongKey(OTHER_KEY, "another passkey");
            assertWrongKey(APPROVAL_KEY, "the approval passkey in place of the wallet's");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }

    /// A co-signature over anything else is not valid for this call.
    function test_error_coSignaturesOfOtherThings() public {
        for (uint256 choice = 0; choice < KINDS; ++choice) {
            uint256 snapshot = vm.snapshotState();
            nameCoSigner(Kind(choice));
            (ExecuteCall memory call, bytes memory data) = transferCall(1);
            bytes32 digest = digestOf(call, data);
            assertCoRejected(call, data, coSign(wallet.messageDigest(digest)), "the message with this hash");
            assertCoRejected(call, data, coSign(keccak256(abi.encode(digest))), "a hash of the digest");
            (ExecuteCall memory other, bytes memory otherData) = transferCall(2);
            assertCoRejected(call, data, coSign(digestOf(other, otherData)), "another amount");
            call.expiration += 1;
            assertCoRejected(call, data, coSign(digest), "another expiration");
            call.expiration -= 1;
            (call.feeCoinAddress, call.feeWithdrawAddress, call.fee) = (address(coin), COLLECTOR, 1);
            assertCoRejected(call, data, coSign(digest), "without the fee");
            assertCoAccepted(call, data, coSign(digestOf(call, data)), "its own");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }

    function test_error_theCoSignatureForAnotherWallet() public {
        for (uint256 choice = 0; choice < KINDS; ++choice) {
            uint256 snapshot = vm.snapshotState();
            nameCoSigner(Kind(choice));
            (ExecuteCall memory call, bytes memory data) = transferCall(1);
            bytes memory coSignature = coSign(digestOf(call, data));
            (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
            wallet = PasskeyWallet(payable(anotherFactory().deploy(x, y, RP_ID_HASH)));
            asOwner(abi.encodeCall(wallet.setCoSigner, (coSigner())));
            assertCoRejected(call, data, coSignature, "another wallet of the same two");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }

    function testFuzz_error_theCoSignatureForAnotherChain(uint256 choice, uint64 chainId) public {
        vm.assume(chainId != 0 && chainId != block.chainid);
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory coSignature = coSign(digestOf(call, data));
        vm.chainId(chainId);
        assertCoRejected(call, data, coSignature, "another chain");
    }

    /// The signature of an account must have 65 bytes, a low s and v of 27 or 28, and be over the digest itself.
    function test_error_oddSignaturesOfAnAccount() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ACCOUNT_KEY, digest);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes memory highS = abi.encodePacked(r, bytes32(order - uint256(s)), uint8(55 - v));
        bytes32 compact = bytes32(uint256(s) | (uint256(v - 27) << 255));
        bytes32 prefixed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
        assertCoRejected(call, data, highS, "high s");
        assertCoRejected(call, data, abi.encodePacked(r, compact), "64 bytes");
        assertCoRejected(call, data, abi.encodePacked(r, s, v, uint8(0)), "a byte more");
        assertCoRejected(call, data, abi.encodePacked(r, s, v - 27), "v without 27");
        assertCoRejected(call, data, abi.encodePacked(r, s, 55 - v), "the other v");
        assertCoRejected(call, data, new bytes(65), "zeros");
        assertCoRejected(call, data, hex"00", "one byte");
        assertCoRejected(call, data, signByAccount(ACCOUNT_KEY, prefixed), "as a text");
        assertCoRejected(call, data, signByAccount(ACCOUNT_KEY + 1, digest), "another account");
        assertCoRejected(call, data, Passkey.encode(signCall(call, data)), "the owner's own");
        assertCoAccepted(call, data, abi.encodePacked(r, s, v), "its own");
    }

    /// An approval wallet accepts only an assertion by its own key, for its own domain, over its own message digest.
    function test_error_oddSignaturesOfAnApprovalWallet() public {
        nameCoSigner(Kind.WalletLong);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        bytes32 message = approvalWallet.messageDigest(digest);
        assertCoRejected(call, data, approvalBy(APPROVAL_KEY, APPROVAL_RP_ID_HASH, digest), "the bare digest");
        assertCoRejected(call, data, approvalBy(APPROVAL_KEY, RP_ID_HASH, message), "the shop's domain");
        assertCoRejected(call, data, approvalBy(PRIVATE_KEY, APPROVAL_RP_ID_HASH, message), "the owner's key");
        assertCoRejected(call, data, approvalBy(PRIVATE_KEY, RP_ID_HASH, digest), "the owner's own");
        assertCoRejected(call, data, approvalBy(OTHER_KEY, APPROVAL_RP_ID_HASH, message), "another key");
        assertCoRejected(call, data, signByAccount(ACCOUNT_KEY, digest), "an account");
        (uint256 x, uint256 y) = vm.publicKeyP256(APPROVAL_KEY);
        PasskeyWallet twin = PasskeyWallet(payable(anotherFactory().deploy(x, y, APPROVAL_RP_ID_HASH)));
        bytes memory foreign = approvalBy(APPROVAL_KEY, APPROVAL_RP_ID_HASH, twin.messageDigest(digest));
        assertCoRejected(call, data, foreign, "another wallet of the same passkey");
        bytes memory good = coSign(digest);
        assertCoRejected(call, data, bytes.concat(good, hex"00"), "a byte more");
        assertCoRejected(call, data, Passkey.slice(good, 0, good.length - 1), "a byte less");
        assertCoAccepted(call, data, good, "its own");
    }

    /// A co-signature by the approval passkey is not valid for a call of the approval wallet itself.
    function test_error_aCoSignatureMovesNothingOfTheApprovalWallet() public {
        nameCoSigner(Kind.WalletLong);
        coin.mint(address(approvalWallet), 5);
        (ExecuteCall memory call, bytes memory data) = transferCall(5);
        bytes memory approval = coSign(digestOf(call, data));
        wallet = approvalWallet;
        bytes memory expected = rejected(digestOf(call, data), WebAuthnVerifier.Rejection.WrongClientData);
        assertRefused(
            abi.encodeCall(
                wallet.execute, (call.toAddress, 0, data, call.expiration, 0, address(0), address(0), approval)
            ),
            expected,
            "approval wallet"
        );
    }

    function testFuzz_error_anyChangedByteOfTheCoSignature(uint256 choice, uint256 place, bytes1 mask, bool packed)
        public
    {
        vm.assume(mask != 0);
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory coSignature = coSign(digestOf(call, data));
        place = place % coSignature.length;
        coSignature[place] ^= mask;
        (bool success, bytes memory reason) =
            address(wallet).call(encodeForm(packed, call, data, signCall(call, data), coSignature));
        // Only the padding bytes in the long form of the approval may change.
        if (success) {
            vm.assertTrue(kind == Kind.WalletLong && isPadding(place, coSignature), "accepted");
            vm.assertEq(coin.balanceOf(SHOP), 1, "what both have signed");
        } else {
            vm.assertEq(reason, coRejected(call, data), "reason");
        }
    }

    function testFuzz_error_anyBytesAsCoSignature(uint256 choice, bytes memory noise) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoRejected(call, data, noise, "noise");
    }

    /// A failed call spends neither signature. It can be submitted again and is then executed once.
    function test_behavior_aFailedCallCanBeTriedAgain() public {
        nameCoSigner(Kind.WalletShort);
        (ExecuteCall memory call, bytes memory data) = transferCall(FUNDS + 1);
        bytes memory callData = signedByBoth(true, call, data);
        (bool success,) = address(wallet).call(callData);
        vm.assertFalse(success, "more than there is");
        vm.assertFalse(wallet.used(digestOf(call, data)), "not spent");
        coin.mint(address(wallet), 1);
        submit(callData);
        vm.assertEq(coin.balanceOf(SHOP), FUNDS + 1, "shop");
    }

    /// Too little gas at any step reverts the whole execution, also if the co-signer runs out of its 63/64 of the gas.
    ///
    /// forge-config: default.fuzz.runs = 3000
    /// forge-config: quick.fuzz.runs = 64
    function testFuzz_error_tooLittleGas(uint256 choice, uint256 gas, bool packed) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signedByBoth(packed, call, data);
        (bool success,) = address(wallet).call{gas: gas % 800_000}(callData);
        vm.assertEq(coin.balanceOf(SHOP), success ? 1 : 0, "all or nothing");
        vm.assertEq(wallet.used(digestOf(call, data)), success, "digest");
        if (!success) submit(callData);
    }

    function assertWrongKey(uint256 privateKey, string memory name) private {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        Assertion memory assertion = Passkey.sign(privateKey, RP_ID_HASH, digest);
        bytes memory expected = rejected(digest, WebAuthnVerifier.Rejection.WrongSignature);
        assertRefused(encodeForm(false, call, data, assertion, coSign(digest)), expected, name);
        assertRefused(encodeForm(true, call, data, assertion, coSign(digest)), expected, name);
    }

    function approvalBy(uint256 privateKey, bytes32 rpIdHash, bytes32 digest) private view returns (bytes memory) {
        return Passkey.encode(Passkey.sign(privateKey, rpIdHash, digest));
    }

    /// Returns whether a byte is padding. The tuple has 37 bytes of authenticatorData in two words, then the length of
    /// clientDataJSON and its bytes.
    function isPadding(uint256 place, bytes memory tuple) private pure returns (bool) {
        uint256 jsonStart = 0x100 + 64 + 32;
        uint256 jsonLength = uint256(bytes32(Passkey.slice(tuple, jsonStart - 32, jsonStart)));
        return (place >= 0x100 + 37 && place < 0x100 + 64) || place >= jsonStart + jsonLength;
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 100
/// forge-config: quick.fuzz.runs = 8
contract CoSignedExecuteWithoutPrecompileTest is CoSignedExecuteTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
