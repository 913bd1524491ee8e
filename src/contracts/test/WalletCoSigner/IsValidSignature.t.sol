// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// @notice Tests that a message needs both signatures while there is a co-signer, and that its digest contains the
///         co-signer.
///
/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract CoSignedMessageTest is CoSignerTest {
    bytes32 internal constant ORDER = keccak256("order");

    function testFuzz_behavior_bothSignatures(uint256 choice, bytes32 hash) public {
        nameCoSigner(Kind(choice % KINDS));
        bytes32 digest = wallet.messageDigest(hash);
        assertMessage(hash, ownerOver(digest), coSign(digest), true, "both");
        assertMessage(hash, ownerOver(digest), "", false, "the owner alone");
        assertMessage(hash, strangerOver(digest), coSign(digest), false, "the co-signer alone");
        assertMessage(~hash, ownerOver(digest), coSign(digest), false, "another hash");
    }

    /// The signed EIP-712 data contains the co-signer.
    function testFuzz_behavior_theDigestNamesTheCoSigner(bytes32 hash, address named) public {
        vm.assume(named != address(wallet) && named != address(0));
        asOwner(abi.encodeCall(wallet.setCoSigner, (named)));
        bytes32 typeHash = keccak256("PasskeyWalletApprovedMessage(bytes32 hash,address coSigner)");
        bytes32 structHash = keccak256(abi.encode(typeHash, hash, named));
        bytes32 expected = keccak256(abi.encodePacked(hex"1901", wallet.domainSeparator(), structHash));
        vm.assertEq(wallet.messageDigest(hash), expected, "with a co-signer");
        startRemoval();
        vm.assertEq(wallet.messageDigest(hash), expected, "during its removal");
        vm.warp(START + REMOVAL);
        structHash = keccak256(abi.encode(keccak256("PasskeyWalletMessage(bytes32 hash)"), hash));
        expected = keccak256(abi.encodePacked(hex"1901", wallet.domainSeparator(), structHash));
        vm.assertEq(wallet.messageDigest(hash), expected, "without it");
    }

    function testFuzz_error_coSignaturesOfOtherThings(uint256 choice) public {
        nameCoSigner(Kind(choice % KINDS));
        Assertion memory owner = ownerOver(wallet.messageDigest(ORDER));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertMessage(ORDER, owner, coSign(ORDER), false, "the bare hash");
        assertMessage(ORDER, owner, coSign(wallet.messageDigest("other")), false, "another message");
        assertMessage(ORDER, owner, coSign(digestOf(call, data)), false, "a call");
        assertMessage(ORDER, owner, hex"00", false, "a byte");
        assertMessage(ORDER, owner, new bytes(65), false, "zeros");
    }

    function test_error_anotherWalletOrChain() public {
        nameCoSigner(Kind.WalletShort);
        bytes32 digest = wallet.messageDigest(ORDER);
        (Assertion memory owner, bytes memory coSignature) = (ownerOver(digest), coSign(digest));
        uint256 chainId = block.chainid;
        vm.chainId(chainId + 1);
        assertMessage(ORDER, owner, coSignature, false, "another chain");
        vm.chainId(chainId);
        assertMessage(ORDER, owner, coSignature, true, "its own chain");
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        wallet = PasskeyWallet(payable(anotherFactory().deploy(x, y, RP_ID_HASH)));
        asOwner(abi.encodeCall(wallet.setCoSigner, (coSigner())));
        assertMessage(ORDER, owner, coSignature, false, "another wallet of the same two");
    }

    // error: a message in place of a call, and a call in place of a message

    function testFuzz_error_aMessageIsNoCall(uint256 choice, uint256 amount) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % FUNDS);
        bytes32 digest = digestOf(call, data);
        bytes32 message = wallet.messageDigest(digest);
        bytes memory wrong = rejected(digest, WebAuthnVerifier.Rejection.WrongSignature);
        assertRefused(encodeForm(true, call, data, ownerOver(message), coSign(message)), wrong, "both as a message");
        assertRefused(encodeForm(true, call, data, ownerOver(message), coSign(digest)), wrong, "the owner's as one");
        assertCoRejected(call, data, coSign(message), "the co-signer's as one");
    }

    function testFuzz_error_aCallIsNoMessage(uint256 choice, uint256 amount) public {
        nameCoSigner(Kind(choice % KINDS));
        (ExecuteCall memory call, bytes memory data) = transferCall(amount);
        bytes32 digest = digestOf(call, data);
        bytes32 message = wallet.messageDigest(digest);
        assertMessage(digest, ownerOver(digest), coSign(digest), false, "both as a call");
        assertMessage(digest, ownerOver(message), coSign(digest), false, "the co-signer's as a call");
        assertMessage(digest, ownerOver(digest), coSign(message), false, "the owner's as a call");
        assertMessage(digest, ownerOver(message), coSign(message), true, "both as a message");
    }

    // error: messages signed under another co-signer or none

    /// The co-signer has not signed the message. The owner's signature stays invalid, even after the co-signer was
    /// removed.
    function test_error_declinedMessagesAfterTheRemoval() public {
        nameCoSigner(Kind.Account);
        Assertion memory declined = ownerOver(wallet.messageDigest(ORDER));
        startRemoval();
        assertMessage(ORDER, declined, "", false, "during the removal");
        vm.warp(START + REMOVAL);
        assertMessage(ORDER, declined, "", false, "after the removal");
        assertMessage(ORDER, ownerOver(wallet.messageDigest(ORDER)), "", true, "signed anew");
    }

    function test_error_declinedMessagesAfterBothSetNone() public {
        nameCoSigner(Kind.WalletLong);
        Assertion memory declined = ownerOver(wallet.messageDigest(ORDER));
        asBoth(abi.encodeCall(wallet.setCoSigner, (address(0))));
        assertMessage(ORDER, declined, "", false, "none");
    }

    function test_error_declinedMessagesAfterAnotherCoSigner() public {
        nameCoSigner(Kind.Account);
        bytes32 former = wallet.messageDigest(ORDER);
        Assertion memory declined = ownerOver(former);
        asBoth(abi.encodeCall(wallet.setCoSigner, (address(approvalWallet))));
        kind = Kind.WalletShort;
        assertMessage(ORDER, declined, coSign(former), false, "the new one over the former digest");
        assertMessage(ORDER, declined, coSign(wallet.messageDigest(ORDER)), false, "the new one over its own");
    }

    function test_error_messagesThatBothSignedEndWithTheCoSigner() public {
        nameCoSigner(Kind.Account);
        bytes32 digest = wallet.messageDigest(ORDER);
        (Assertion memory owner, bytes memory coSignature) = (ownerOver(digest), coSign(digest));
        startRemoval();
        vm.warp(START + REMOVAL - 1);
        assertMessage(ORDER, owner, coSignature, true, "last second");
        vm.warp(START + REMOVAL);
        assertMessage(ORDER, owner, coSignature, false, "removed");
    }

    function test_error_messagesFromBeforeTheCoSigner() public {
        bytes32 early = wallet.messageDigest(ORDER);
        Assertion memory owner = ownerOver(early);
        assertAnswer(Passkey.encode(owner), true, "before");
        nameCoSigner(Kind.Account);
        assertMessage(ORDER, owner, "", false, "the owner's alone");
        assertMessage(ORDER, owner, coSign(early), false, "co-signed as it was");
        assertMessage(ORDER, owner, coSign(wallet.messageDigest(ORDER)), false, "co-signed as it is");
    }

    /// The removal is exempt from the co-signature only as a call. A message with the same content needs both
    /// signatures.
    function test_error_theExemptionIsNoneForMessages() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()));
        bytes32 digest = digestOf(call, data);
        assertMessage(digest, ownerOver(digest), "", false, "its digest");
        assertMessage(digest, ownerOver(wallet.messageDigest(digest)), "", false, "a message of it");
        bytes32 selector = bytes32(wallet.startCoSignerRemoval.selector);
        assertMessage(selector, ownerOver(wallet.messageDigest(selector)), "", false, "its selector");
    }

    // error: ordinary wallets

    /// Nothing may be appended to a signature of a wallet that never had a co-signer or a second key.
    function testFuzz_error_ordinaryWalletsTakeNothingMore(bytes memory noise, uint8 number) public view {
        vm.assume(noise.length != 0);
        bytes32 digest = wallet.messageDigest(ORDER);
        Assertion memory owner = ownerOver(digest);
        assertAnswer(Joined.long(owner, number, ""), false, "a number");
        assertAnswer(Joined.long(owner, 0, noise), false, "a co-signature, long form");
        assertAnswer(bytes.concat(Passkey.encode(owner), noise), false, "noise");
        assertAnswer(Joined.short(owner, 0, noise), false, "a co-signature, short form");
        assertAnswer(Joined.short(owner, number, ""), number == 0, "a number, short form");
        assertAnswer(Joined.long(owner, 0, signByAccount(ACCOUNT_KEY, digest)), false, "a right one");
    }

    function testFuzz_behavior_ordinaryWalletsTakeBothForms(bytes32 hash) public view {
        Assertion memory owner = ownerOver(wallet.messageDigest(hash));
        vm.assertEq(bytes32(wallet.isValidSignature(hash, Passkey.encode(owner))), magic(true), "long");
        vm.assertEq(bytes32(wallet.isValidSignature(hash, Joined.short(owner, 0, ""))), magic(true), "short");
    }

    function ownerOver(bytes32 digest) private view returns (Assertion memory) {
        return Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digest);
    }

    function strangerOver(bytes32 digest) private view returns (Assertion memory) {
        return Passkey.sign(OTHER_KEY, RP_ID_HASH, digest);
    }

    /// Checks the verdict on both forms, and on the tuple alone if there is no co-signature.
    function assertMessage(
        bytes32 hash,
        Assertion memory owner,
        bytes memory coSignature,
        bool accepted,
        string memory name
    ) private view {
        vm.assertEq(bytes32(wallet.isValidSignature(hash, Joined.long(owner, 0, coSignature))), magic(accepted), name);
        vm.assertEq(bytes32(wallet.isValidSignature(hash, Joined.short(owner, 0, coSignature))), magic(accepted), name);
        if (coSignature.length != 0) return;
        vm.assertEq(bytes32(wallet.isValidSignature(hash, Passkey.encode(owner))), magic(accepted), name);
    }

    function assertAnswer(bytes memory signature, bool accepted, string memory name) private view {
        vm.assertEq(bytes32(wallet.isValidSignature(ORDER, signature)), magic(accepted), name);
    }

    function magic(bool accepted) private pure returns (bytes32) {
        return bytes32(accepted ? bytes4(0x1626ba7e) : bytes4(0xffffffff));
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 100
/// forge-config: quick.fuzz.runs = 8
contract CoSignedMessageWithoutPrecompileTest is CoSignedMessageTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
