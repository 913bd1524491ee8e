// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {KeysTest} from "./KeysTest.sol";

/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract AddKeyTest is KeysTest {
    uint256 internal constant P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff;

    function testFuzz_behavior_theNewKeySigns(uint256 privateKey) public {
        privateKey = privateKey % (Passkey.N - 1) + 1;
        vm.assume(privateKey != PRIVATE_KEY && privateKey != Passkey.N - PRIVATE_KEY);
        (uint256 x, uint256 y) = vm.publicKeyP256(privateKey);
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(addCall(privateKey));
        bytes memory callData = signedByOwner(true, call, data);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletKey.KeyAdded(1, x, y);
        submit(callData);
        assertKeyIn(0, PRIVATE_KEY);
        assertKeyIn(1, privateKey);
        assertMainKey(PRIVATE_KEY);
        vm.assertFalse(wallet.isKeyReplaced(), "not replaced");
        vm.assertTrue(isAccepted(privateKey, 1), "by its number");
        vm.assertTrue(isAccepted(PRIVATE_KEY, 0), "the first one");
        vm.assertFalse(isAccepted(privateKey, 0), "0 is the main key");
        vm.assertFalse(isAccepted(PRIVATE_KEY, 1), "1 is not the first one");
    }

    function test_behavior_sevenBesideTheFirst() public {
        for (uint256 number = 1; number < PLACES; ++number) {
            add(keyNumber(number));
            assertKeyIn(number, keyNumber(number));
        }
        for (uint256 number = 0; number < PLACES; ++number) {
            vm.assertTrue(isAccepted(keyNumber(number), number), "its own number");
            vm.assertFalse(isAccepted(keyNumber(number), (number + 1) % PLACES), "another number");
        }
    }

    /// Each valid key can add and remove keys.
    function test_behavior_aSecondKeyAddsAThird() public {
        add(keyNumber(1));
        selfCallBy(keyNumber(1), 1, addCall(keyNumber(2)));
        vm.assertTrue(isAccepted(keyNumber(2), 2), "third");
        selfCallBy(keyNumber(2), 2, removeCall(PRIVATE_KEY));
        vm.assertFalse(isAccepted(PRIVATE_KEY, 0), "first");
    }

    function test_behavior_takesTheLowestFreePlace() public {
        for (uint256 number = 1; number <= 4; ++number) {
            add(keyNumber(number));
        }
        remove(keyNumber(2));
        remove(keyNumber(3));
        add(keyNumber(5));
        assertKeyIn(2, keyNumber(5));
        assertNoKeyIn(3);
        add(keyNumber(3));
        assertKeyIn(3, keyNumber(3));
        assertKeyIn(4, keyNumber(4));
    }

    /// Place 0 belongs to the key in the wallet's code. If the first key is removed and added again, it gets a place in
    /// storage.
    function test_behavior_theFirstKeyComesBack() public {
        add(keyNumber(1));
        remove(PRIVATE_KEY);
        selfCallBy(keyNumber(1), 0, addCall(PRIVATE_KEY));
        assertNoKeyIn(0);
        assertKeyIn(1, keyNumber(1));
        assertKeyIn(2, PRIVATE_KEY);
        vm.assertTrue(isAccepted(PRIVATE_KEY, 2), "its new number");
        vm.assertTrue(isAccepted(keyNumber(1), 0), "the main key is another one");
        vm.assertTrue(wallet.isKeyReplaced(), "replaced");
    }

    function test_error_anEighthBesideTheFirst() public {
        for (uint256 number = 1; number < PLACES; ++number) {
            add(keyNumber(number));
        }
        assertAddRefused(keyNumber(8), abi.encodeWithSelector(WalletKey.NoPlaceLeft.selector), "eighth");
        // The place of the first key cannot be used either, because it belongs to the key in the code.
        remove(PRIVATE_KEY);
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(addCall(keyNumber(8)));
        bytes memory full = abi.encodeWithSelector(WalletKey.NoPlaceLeft.selector);
        assertRefused(encodeBy(true, call, data, keyNumber(1), 0), full, "without the first");
        selfCallBy(keyNumber(1), 1, removeCall(keyNumber(5)));
        submit(encodeBy(false, call, data, keyNumber(1), 0));
        assertKeyIn(5, keyNumber(8));
    }

    /// The bit `objected` follows the bits of the keys. It must not be taken for a free place.
    function test_error_anEighthDuringAnObjectedRemoval() public {
        for (uint256 number = 1; number < PLACES; ++number) {
            add(keyNumber(number));
        }
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.prank(account);
        wallet.objectToRemoval();
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(addCall(keyNumber(8)));
        bytes memory full = abi.encodeWithSelector(WalletKey.NoPlaceLeft.selector);
        assertRefused(signedByBoth(true, call, data), full, "eighth");
    }

    function test_error_duplicates() public {
        assertAddRefused(PRIVATE_KEY, abi.encodeWithSelector(WalletKey.KeyAlreadyAdded.selector, 0), "the first one");
        for (uint256 number = 1; number < PLACES; ++number) {
            add(keyNumber(number));
        }
        for (uint256 number = 0; number < PLACES; ++number) {
            bytes memory expected = abi.encodeWithSelector(WalletKey.KeyAlreadyAdded.selector, number);
            assertAddRefused(keyNumber(number), expected, "again");
        }
    }

    function testFuzz_error_noPoint(uint256 x, uint256 y) public {
        (uint256 goodX, uint256 goodY) = vm.publicKeyP256(OTHER_KEY);
        assertNoPoint(goodX, 0);
        assertNoPoint(goodX, goodY ^ 1);
        assertNoPoint(goodX ^ 1, goodY);
        assertNoPoint(goodX, P);
        assertNoPoint(P, goodY);
        assertNoPoint(x | P, y);
        assertNoPoint(x, y | P);
        assertNoPoint(0, 0);
    }

    /// The point with the same x and the negated y is another key, which its owner can use.
    function test_behavior_theMirroredPointIsAnotherKey() public {
        add(Passkey.N - PRIVATE_KEY);
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        vm.assertEq(wallet.keys()[1].qx, x, "same x");
        vm.assertEq(wallet.keys()[1].qy, P - y, "other y");
        remove(Passkey.N - PRIVATE_KEY);
        assertKeyIn(0, PRIVATE_KEY);
        assertNoKeyIn(1);
    }

    /// Every key must belong to the wallet's own relying party.
    function test_error_aForeignDomain() public {
        add(keyNumber(1));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        Assertion memory foreign = Passkey.sign(keyNumber(1), APPROVAL_RP_ID_HASH, digest);
        assertRefused(
            Joined.packedCall(call, data, foreign, 1, ""),
            rejected(digest, WebAuthnVerifier.Rejection.WrongSignature),
            "packed form"
        );
        assertRefused(
            Joined.longCall(call, data, Joined.long(foreign, 1, "")),
            rejected(digest, WebAuthnVerifier.Rejection.WrongRelyingParty),
            "long form"
        );
    }

    /// The signature of a key that was not added is refused, also for a call that would add this key.
    function test_error_aKeyThatAddsItself() public {
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(addCall(OTHER_KEY));
        bytes32 digest = digestOf(call, data);
        bytes memory expected = rejected(digest, WebAuthnVerifier.Rejection.WrongSignature);
        for (uint256 number = 0; number < PLACES; ++number) {
            assertRefused(encodeBy(true, call, data, OTHER_KEY, number), expected, "adds itself");
        }
    }

    function testFuzz_error_byOthers(address caller) public {
        vm.assume(caller != address(wallet));
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.addKey(x, y);
    }

    function test_error_withoutTheCoSigner() public {
        nameCoSigner(Kind.WalletShort);
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(addCall(OTHER_KEY));
        assertCoRejected(call, data, "", "alone");
        asBoth(addCall(OTHER_KEY));
        assertKeyIn(1, OTHER_KEY);
        assertCoSigner(address(approvalWallet), 0);
    }

    function test_behavior_duringARemovalBothAddKeys() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        asBoth(addCall(OTHER_KEY));
        assertCoSigner(account, START + REMOVAL);
        vm.prank(account);
        wallet.objectToRemoval();
        assertKeyIn(1, OTHER_KEY);
        asBoth(removeCall(OTHER_KEY));
        assertCoSigner(account, START + OBJECTED);
        vm.prank(account);
        vm.expectRevert(abi.encodeWithSignature("NoRemovalPending()"));
        wallet.objectToRemoval();
    }

    function assertAddRefused(uint256 privateKey, bytes memory expected, string memory name) private {
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(addCall(privateKey));
        assertRefused(signedByOwner(true, call, data), expected, name);
        assertRefused(signedByOwner(false, call, data), expected, name);
    }

    function assertNoPoint(uint256 x, uint256 y) private {
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.addKey, (x, y)));
        assertRefused(
            signedByOwner(true, call, data),
            abi.encodeWithSelector(WalletKey.InvalidPublicKey.selector, x, y),
            "no point"
        );
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 50
/// forge-config: quick.fuzz.runs = 4
contract AddKeyWithoutPrecompileTest is AddKeyTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
