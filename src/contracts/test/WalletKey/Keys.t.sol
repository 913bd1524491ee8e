// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {KeysTest} from "./KeysTest.sol";

/// @notice Tests which keys are valid, and under which numbers.
///
/// forge-config: default.fuzz.runs = 300
/// forge-config: quick.fuzz.runs = 8
contract KeysInPlacesTest is KeysTest {
    /// The test's key number by place. `NONE` if the place has no key.
    uint256 internal constant NONE = type(uint256).max;
    uint256[8] internal model;

    function test_behavior_oneKeyAtFirst() public view {
        assertKeyIn(0, PRIVATE_KEY);
        for (uint256 place = 1; place < PLACES; ++place) {
            assertNoKeyIn(place);
        }
        vm.assertFalse(wallet.isKeyReplaced(), "not replaced");
    }

    /// In a wallet that has only its first key, a signature must not contain a number.
    function test_error_eachNumberOfAnOrdinaryWallet() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        bytes memory wrong = rejected(digest, WebAuthnVerifier.Rejection.WrongSignature);
        bytes memory malformed = rejected(digest, WebAuthnVerifier.Rejection.Malformed);
        assertRefused(encodeBy(false, call, data, PRIVATE_KEY, 0), malformed, "long form, 0");
        for (uint256 number = 1; number < 256; ++number) {
            assertRefused(encodeBy(true, call, data, PRIVATE_KEY, number), wrong, "packed form");
            assertRefused(encodeBy(false, call, data, PRIVATE_KEY, number), malformed, "long form");
        }
    }

    /// A wallet without a co-signer refuses a co-signature of any length, also of a single byte.
    function test_error_aShortCoSignatureOfAnOrdinaryWallet() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        bytes memory expected = coRejected(digestOf(call, data), address(0));
        for (uint256 length = 1; length < 4; ++length) {
            bytes memory callData = Joined.packedCall(call, data, assertion, 0, new bytes(length));
            assertRefused(callData, expected, "co-signature");
        }
    }

    /// The packed form allows the number 0 to be written, which has the same meaning as no number.
    function test_param_theNumberZeroWrittenOut() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = encodeBy(true, call, data, PRIVATE_KEY, 1);
        callData[98] = 0x04;
        callData[102] = 0x00;
        submit(callData);
        vm.assertEq(coin.balanceOf(SHOP), 1, "shop");
    }

    /// Each optional part is read where its own bit is set, whichever others are set.
    function test_param_aNumberBesideEachOtherPart() public {
        add(keyNumber(1));
        vm.deal(address(wallet), 4);
        for (uint256 choice = 0; choice < 4; ++choice) {
            (ExecuteCall memory call,) = transferCall(0);
            call.expiration += choice;
            call.toAddress = SHOP;
            call.value = choice & 1;
            (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (choice >> 1, address(coin), COLLECTOR);
            submit(encodeBy(true, call, "", keyNumber(1), 1));
        }
        vm.assertEq(SHOP.balance, 2, "values");
        vm.assertEq(coin.balanceOf(COLLECTOR), 2, "fees");
    }

    /// The last place is 7. The bits after those of the keys in the authority word are not keys.
    function testFuzz_error_numbersBeyondThePlaces(uint8 number) public {
        number = uint8(PLACES + number % (256 - PLACES));
        for (uint256 place = 1; place < PLACES; ++place) {
            add(keyNumber(place));
        }
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.prank(account);
        wallet.objectToRemoval();
        vm.warp(START + OBJECTED);
        for (uint256 key = 0; key < PLACES; ++key) {
            vm.assertFalse(isAccepted(keyNumber(key), number), "beyond");
        }
        // The bits after those of the keys are `objected` and `flagged`.
        for (uint256 each = PLACES; each < PLACES + 4; ++each) {
            vm.assertFalse(isAccepted(PRIVATE_KEY, each), "right behind");
        }
    }

    /// An empty place has coordinates of zero, for which no signature is valid.
    function testFuzz_error_emptyPlaces(uint8 number, uint256 privateKey) public {
        number = uint8(2 + uint256(number) % 254);
        privateKey = privateKey % (Passkey.N - 1) + 1;
        add(keyNumber(1));
        vm.assertFalse(isAccepted(privateKey, number), "empty");
    }

    function testFuzz_error_signaturesOfNothingInAnEmptyPlace(uint256 r, uint256 s) public {
        add(keyNumber(1));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory assertion = signCall(call, data);
        (assertion.r, assertion.s) = (r, s);
        bytes memory wrong = rejected(digestOf(call, data), WebAuthnVerifier.Rejection.WrongSignature);
        assertRefused(Joined.packedCall(call, data, assertion, 2, ""), wrong, "packed form");
        assertRefused(Joined.longCall(call, data, Joined.long(assertion, 2, "")), wrong, "long form");
    }

    // error: signatures that a wallet with only its first key refuses

    function testFuzz_error_anythingAppendedToAnOrdinarySignature(bytes memory noise) public {
        vm.assume(noise.length != 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory signature = bytes.concat(Passkey.encode(signCall(call, data)), noise);
        bytes memory malformed = rejected(digestOf(call, data), WebAuthnVerifier.Rejection.Malformed);
        assertRefused(Joined.longCall(call, data, signature), malformed, "appended");
    }

    function testFuzz_error_aCoSignatureForAnOrdinaryWallet(bytes memory noise) public {
        vm.assume(noise.length != 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        bytes memory packed = Joined.packedCall(call, data, signCall(call, data), 0, noise);
        assertRefused(packed, coRejected(digest, address(0)), "noise");
        packed = Joined.packedCall(call, data, signCall(call, data), 0, signByAccount(ACCOUNT_KEY, digest));
        assertRefused(packed, coRejected(digest, address(0)), "a right one");
    }

    /// A co-signature for a wallet that has several keys but no co-signer is refused.
    function test_error_aCoSignatureForAWalletWithKeys() public {
        add(keyNumber(1));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoRejected(call, data, signByAccount(ACCOUNT_KEY, digestOf(call, data)), "no co-signer");
        assertCoRejected(call, data, hex"00", "a byte");
    }

    /// Each key of an approval wallet can co-sign on its behalf.
    function test_behavior_everyKeyOfAnApprovalWalletCoSigns() public {
        nameCoSigner(Kind.WalletLong);
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        addToApprovalWallet(x, y);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 message = approvalWallet.messageDigest(digestOf(call, data));
        Assertion memory second = Passkey.sign(OTHER_KEY, APPROVAL_RP_ID_HASH, message);
        assertCoAccepted(call, data, Joined.long(second, 1, ""), "long form");
        assertCoAccepted(call, data, Joined.short(second, 1, ""), "short form");
        assertCoRejected(call, data, Joined.long(second, 0, ""), "as the main key");
        assertCoRejected(call, data, Passkey.encode(second), "without a number");
        assertCoRejected(call, data, Joined.long(second, 2, ""), "with another number");
    }

    // The model of the keys.

    /// Adds and removes keys at random, signed by any key. After each step, it tests a random key under every number
    /// and in every form.
    function testFuzz_behavior_agreesWithAModel(uint256 seed) public {
        for (uint256 place = 1; place < PLACES; ++place) {
            model[place] = NONE;
        }
        add(keyNumber(11));
        remove(keyNumber(11));
        for (uint256 step = 0; step < 12; ++step) {
            seed = uint256(keccak256(abi.encode(seed, step)));
            change(seed % 10, (seed >> 8) % PLACES, (seed >> 16) % 3 == 0);
            assertPlaces();
            uint256 key = (seed >> 32) % 10;
            for (uint256 number = 0; number <= PLACES; ++number) {
                vm.assertEq(isAccepted(keyNumber(key), number), shouldAccept(key, number), "number");
            }
        }
    }

    function change(uint256 key, uint256 signer, bool removal) private {
        while (model[signer] == NONE) {
            signer = (signer + 1) % PLACES;
        }
        bytes memory callData = removal ? removeCall(keyNumber(key)) : addCall(keyNumber(key));
        (ExecuteCall memory call,) = freshSelfCall(callData);
        uint256 number = signer == mainPlace() ? 0 : signer;
        (bool success,) = address(wallet).call(encodeBy(true, call, callData, keyNumber(model[signer]), number));
        vm.assertEq(success, removal ? modelRemove(key) : modelAdd(key), "change");
    }

    function modelAdd(uint256 key) private returns (bool) {
        if (placeOf(key) != NONE) return false;
        for (uint256 place = 1; place < PLACES; ++place) {
            if (model[place] != NONE) continue;
            model[place] = key;
            return true;
        }
        return false;
    }

    function modelRemove(uint256 key) private returns (bool) {
        uint256 place = placeOf(key);
        uint256 count = 0;
        for (uint256 each = 0; each < PLACES; ++each) {
            if (model[each] != NONE) ++count;
        }
        if (place == NONE || count == 1) return false;
        model[place] = NONE;
        return true;
    }

    function shouldAccept(uint256 key, uint256 number) private view returns (bool) {
        uint256 place = number == 0 ? mainPlace() : number;
        return place < PLACES && model[place] == key;
    }

    function placeOf(uint256 key) private view returns (uint256) {
        for (uint256 place = 0; place < PLACES; ++place) {
            if (model[place] == key) return place;
        }
        return NONE;
    }

    function mainPlace() private view returns (uint256 place) {
        while (model[place] == NONE) {
            ++place;
        }
    }

    function assertPlaces() private view {
        for (uint256 place = 0; place < PLACES; ++place) {
            if (model[place] == NONE) assertNoKeyIn(place);
            else assertKeyIn(place, keyNumber(model[place]));
        }
        assertMainKey(keyNumber(model[mainPlace()]));
        vm.assertEq(wallet.isKeyReplaced(), model[0] == NONE, "replaced");
    }

    function addToApprovalWallet(uint256 x, uint256 y) private {
        (ExecuteCall memory call,) = freshSelfCall("");
        call.toAddress = address(approvalWallet);
        bytes memory data = abi.encodeCall(wallet.addKey, (x, y));
        bytes32 digest =
            approvalWallet.executeDigest(call.toAddress, 0, data, call.expiration, 0, address(0), address(0));
        Assertion memory assertion = Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, digest);
        (bool success,) = address(approvalWallet).call(Joined.packedCall(call, data, assertion, 0, ""));
        vm.assertTrue(success, "added");
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 20
/// forge-config: quick.fuzz.runs = 2
contract KeysInPlacesWithoutPrecompileTest is KeysInPlacesTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
