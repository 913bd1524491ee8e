// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";

contract IsValidSignatureTest is WalletTest {
    bytes4 internal constant ACCEPTED = 0x1626ba7e;
    bytes4 internal constant REFUSED = 0xffffffff;

    function testFuzz_behavior_acceptsWhatThePasskeySigned(bytes32 hash) public view {
        assertAnswer(hash, Passkey.sign(PRIVATE_KEY, RP_ID_HASH, wallet.messageDigest(hash)), ACCEPTED);
    }

    function testFuzz_error_refusesAnotherHash(bytes32 hash, bytes32 other) public view {
        vm.assume(hash != other);
        assertAnswer(hash, Passkey.sign(PRIVATE_KEY, RP_ID_HASH, wallet.messageDigest(other)), REFUSED);
    }

    /// A signature over the hash itself is refused, so nobody can get it from the passkey for another purpose.
    function testFuzz_error_refusesASignatureOverTheBareHash(bytes32 hash) public view {
        assertAnswer(hash, Passkey.sign(PRIVATE_KEY, RP_ID_HASH, hash), REFUSED);
    }

    function test_error_refusesTheSignatureForAnotherWalletOfTheSamePasskey() public {
        bytes32 hash = keccak256("order");
        Assertion memory assertion = Passkey.sign(PRIVATE_KEY, RP_ID_HASH, wallet.messageDigest(hash));
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        // With another factory, the same passkey and relying party have another wallet.
        PasskeyWallet other = PasskeyWallet(payable(anotherFactory().deploy(x, y, RP_ID_HASH)));
        vm.assertEq(bytes32(other.isValidSignature(hash, Passkey.encode(assertion))), bytes32(REFUSED), "other");
        assertAnswer(hash, assertion, ACCEPTED);
    }

    function test_error_refusesTheSignatureForAnotherChain() public {
        bytes32 hash = keccak256("order");
        Assertion memory assertion = Passkey.sign(PRIVATE_KEY, RP_ID_HASH, wallet.messageDigest(hash));
        vm.chainId(1);
        assertAnswer(hash, assertion, REFUSED);
    }

    /// A signature over the digest of a call is not valid for any message.
    function testFuzz_error_refusesTheSignatureOfACall(uint256 amount) public view {
        (ExecuteCall memory call, bytes memory data) = transferCall(amount);
        bytes32 digest = digestOf(call, data);
        Assertion memory assertion = Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digest);
        assertAnswer(digest, assertion, REFUSED);
    }

    function test_error_refusesEachFlaw() public view {
        bytes32 hash = keccak256("order");
        bytes32 digest = wallet.messageDigest(hash);
        assertAnswer(hash, Passkey.sign(OTHER_KEY, RP_ID_HASH, digest), REFUSED);
        assertAnswer(hash, Passkey.sign(PRIVATE_KEY, sha256("evil.example"), digest), REFUSED);
        Assertion memory assertion = Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digest);
        assertion.s = Passkey.N - assertion.s;
        assertAnswer(hash, assertion, REFUSED);
        bytes memory unverified = Passkey.authenticatorData(RP_ID_HASH, 0x01, 0);
        assertAnswer(
            hash,
            Passkey.sign(PRIVATE_KEY, unverified, bytes(Passkey.USUAL_HEAD), bytes(Passkey.USUAL_TAIL), 1, digest),
            REFUSED
        );
    }

    function testFuzz_param_anyBytesAreAnswered(bytes32 hash, bytes memory signature) public view {
        vm.assertEq(bytes32(wallet.isValidSignature(hash, signature)), bytes32(REFUSED), "noise");
    }

    function assertAnswer(bytes32 hash, Assertion memory assertion, bytes4 expected) private view {
        bytes4 answer = wallet.isValidSignature(hash, Passkey.encode(assertion));
        vm.assertEq(bytes32(answer), bytes32(expected), "answer");
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 250
/// forge-config: quick.fuzz.runs = 16
/// forge-config: long.fuzz.runs = 1000
contract IsValidSignatureWithoutPrecompileTest is IsValidSignatureTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
