// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {P256Verifier} from "../../src/verification/P256Verifier.sol";
import {Der} from "../base/Der.sol";
import {Passkey} from "../base/Passkey.sol";
import {PublicVectors} from "../base/PublicVectors.sol";
import {vm} from "../base/Vm.sol";

/// @notice Tests of the verifier on a chain that has the precompile.
contract VerifyTest is PublicVectors {
    /// The fields that are read from the Wycheproof files.
    struct Case {
        string msg;
        string result;
        string sig;
    }

    struct PrecompileCase {
        string Expected;
        string Input;
    }

    /// The input of a verification, in the order of the precompile's input.
    struct Input {
        bytes32 hash;
        uint256 r;
        uint256 s;
        uint256 x;
        uint256 y;
    }

    uint256 internal constant N = Passkey.N;
    function setUp() public virtual {}

    // behavior: public vectors

    /// 262 cases. Valid signatures with a low s are accepted. Valid ones with a high s are refused, and accepted after
    /// s is replaced by n - s. Invalid ones are refused with both s and n - s.
    function test_behavior_wycheproofP1363() public {
        uint256[3] memory counts =
            countVerdicts(readPublic("wycheproof/ecdsa_secp256r1_sha256_p1363_test.json"), decodeP1363);
        vm.assertEq(counts[0], 103, "valid, low s");
        vm.assertEq(counts[1], 70, "valid, high s");
        vm.assertEq(counts[2], 89, "invalid");
    }

    /// 484 cases. A signature that is not the canonical DER encoding of two integers is decoded as zeros. The others
    /// are checked as above.
    function test_behavior_wycheproofDer() public {
        uint256[3] memory counts = countVerdicts(readPublic("wycheproof/ecdsa_secp256r1_sha256_test.json"), decodeDer);
        vm.assertEq(counts[0] + counts[1], 174, "valid");
        vm.assertEq(counts[2], 310, "invalid");
    }

    /// 781 inputs of the precompile. The verdict must be the same, except that a high s is refused.
    function test_behavior_eip7951() public {
        string memory json = readPublic("eip-7951/test-vectors.json");
        string memory description = "PrecompileCase(string Expected,string Input)";
        bytes memory parsed = vm.parseJsonTypeArray(json, "$", description);
        PrecompileCase[] memory cases = abi.decode(parsed, (PrecompileCase[]));
        vm.assertEq(cases.length, 781, "cases");
        for (uint256 index = 0; index < cases.length; ++index) {
            Input memory input = abi.decode(fromHex(cases[index].Input), (Input));
            bool valid = bytes(cases[index].Expected).length != 0;
            string memory message = vm.toString(index);
            vm.assertEq(verify(input), valid && input.s <= N / 2, message);
            if (input.s <= N / 2 || input.s >= N) continue;
            input.s = N - input.s;
            vm.assertEq(verify(input), valid, message);
        }
    }

    // behavior: signatures of random keys

    function testFuzz_behavior_acceptsLowAndRefusesHighS(uint256 privateKey, bytes32 hash) public view {
        Input memory input = sign(privateKey, hash);
        vm.assertTrue(verify(input), "low s");
        input.s = N - input.s;
        vm.assertFalse(verify(input), "high s");
    }

    function testFuzz_error_refusesAnyChange(uint256 privateKey, bytes32 hash, uint256 place, uint256 mask)
        public
        view
    {
        place = place % 5;
        // ECDSA uses the hash modulo n, so adding n to it changes nothing.
        vm.assume(mask != 0 && (place != 0 || (uint256(hash) ^ mask) % N != uint256(hash) % N));
        Input memory input = sign(privateKey, hash);
        assembly ("memory-safe") {
            let word := add(input, mul(place, 0x20))
            mstore(word, xor(mload(word), mask))
        }
        vm.assertFalse(verify(input), "changed");
    }

    // error: ranges

    function test_error_refusesROrSOutOfRange() public view {
        uint256[6] memory outside = [uint256(0), N, N + 1, type(uint256).max - 1, type(uint256).max, N - 1];
        for (uint256 index = 0; index < outside.length; ++index) {
            Input memory input = sign(1, "message");
            input.r = outside[index];
            vm.assertFalse(verify(input), "r");
            input = sign(1, "message");
            input.s = outside[index];
            vm.assertFalse(verify(input), "s");
        }
        Input memory high = sign(1, "message");
        high.s = N / 2 + 1;
        vm.assertFalse(verify(high), "the first high s");
    }

    /// The verifier checks the range itself, even if a precompile would accept the values.
    function test_error_refusesROrSOutOfRangeThatThePrecompileAccepts() public {
        vm.mockCall(address(0x100), "", abi.encode(uint256(1)));
        Input memory input = sign(1, "message");
        uint256[3] memory outside = [uint256(0), N, type(uint256).max];
        for (uint256 index = 0; index < outside.length; ++index) {
            vm.assertFalse(P256Verifier.verify(input.hash, outside[index], 1, input.x, input.y), "r");
            vm.assertFalse(P256Verifier.verify(input.hash, 1, outside[index], input.x, input.y), "s");
        }
        vm.assertFalse(P256Verifier.verify(input.hash, 1, N / 2 + 1, input.x, input.y), "the first high s");
        vm.assertTrue(P256Verifier.verify(input.hash, 1, N / 2, input.x, input.y), "the last low s");
        vm.assertTrue(P256Verifier.verify(input.hash, N - 1, 1, input.x, input.y), "the last r");
    }

    function test_error_refusesKeysThatAreNoPoints() public view {
        uint256 p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff;
        Input memory input = sign(1, "message");
        (uint256 x, uint256 y) = (input.x, input.y);
        uint256[2][5] memory points = [[uint256(0), 0], [x, y + 1], [x, p - y], [p, y], [x, p]];
        for (uint256 index = 0; index < points.length; ++index) {
            (input.x, input.y) = (points[index][0], points[index][1]);
            vm.assertFalse(verify(input), vm.toString(index));
        }
    }

    // behavior: cost

    /// The known valid signature shows that the precompile exists, so a refused signature is not verified again in
    /// Solidity.
    function test_behavior_aRefusalIsCheapWhereThePrecompileIs() public view virtual {
        vm.assertLe(costOfRefusal(), 30_000, "gas");
    }

    function costOfRefusal() internal view returns (uint256 gas) {
        Input memory input = sign(1, "message");
        input.hash = ~input.hash;
        gas = gasleft();
        vm.assertFalse(verify(input), "another hash");
        return gas - gasleft();
    }

    function verify(Input memory input) internal view returns (bool) {
        return P256Verifier.verify(input.hash, input.r, input.s, input.x, input.y);
    }

    function sign(uint256 privateKey, bytes32 hash) internal view returns (Input memory input) {
        privateKey = privateKey % (N - 1) + 1;
        (input.x, input.y) = vm.publicKeyP256(privateKey);
        (bytes32 r, bytes32 s) = vm.signP256(privateKey, hash);
        (input.hash, input.r, input.s) = (hash, uint256(r), Passkey.lowS(uint256(s)));
    }

    /// Checks the verdict on each case of a Wycheproof file. Returns the number of cases that are valid with low s,
    /// valid with high s, and invalid.
    function countVerdicts(string memory json, function(bytes memory) pure returns (uint256, uint256) decode)
        private
        view
        returns (uint256[3] memory counts)
    {
        for (uint256 group = 0;; ++group) {
            string memory path = string.concat("$.testGroups[", vm.toString(group), "]");
            if (!vm.keyExistsJson(json, path)) return counts;
            Input memory input = readKey(vm.parseJsonString(json, string.concat(path, ".publicKey.uncompressed")));
            Case[] memory tests = readTests(json, string.concat(path, ".tests"));
            for (uint256 test = 0; test < tests.length; ++test) {
                input.hash = sha256(fromHex(tests[test].msg));
                (input.r, input.s) = decode(fromHex(tests[test].sig));
                bool valid = keccak256(bytes(tests[test].result)) == keccak256("valid");
                ++counts[assertVerdict(input, valid, string.concat(path, ".tests[", vm.toString(test), "]"))];
            }
        }
    }

    function readTests(string memory json, string memory path) private pure returns (Case[] memory) {
        string memory description = "Case(string msg,string result,string sig)";
        return abi.decode(vm.parseJsonTypeArray(json, path, description), (Case[]));
    }

    /// Checks one case. Returns the index of the count to which it belongs.
    function assertVerdict(Input memory input, bool valid, string memory message) private view returns (uint256) {
        bool low = input.s <= N / 2;
        vm.assertEq(verify(input), valid && low, message);
        if (!low && input.s < N) {
            input.s = N - input.s;
            vm.assertEq(verify(input), valid, message);
        }
        return valid ? (low ? 0 : 1) : 2;
    }

    /// A signature that is not 64 bytes long is decoded as zeros, which are refused.
    function decodeP1363(bytes memory signature) private pure returns (uint256 r, uint256 s) {
        if (signature.length == 64) (r, s) = abi.decode(signature, (uint256, uint256));
    }

    /// A signature that is not DER is decoded as zeros, which are refused.
    function decodeDer(bytes memory signature) private pure returns (uint256 r, uint256 s) {
        (, r, s) = Der.decode(signature);
    }

    function readKey(string memory uncompressed) private pure returns (Input memory input) {
        (input.x, input.y) = abi.decode(Passkey.slice(fromHex(uncompressed), 1, 65), (uint256, uint256));
    }

    function fromHex(string memory digits) internal pure returns (bytes memory) {
        return vm.parseBytes(string.concat("0x", digits));
    }
}

/// @notice The same tests on a chain without the precompile, where Solidity verifies. The verdicts must be the same.
///
/// forge-config: default.fuzz.runs = 250
/// forge-config: quick.fuzz.runs = 16
/// forge-config: long.fuzz.runs = 1000
contract VerifyWithoutPrecompileTest is VerifyTest {
    function setUp() public override {
        vm.mockCall(address(0x100), "", "");
    }

    function test_behavior_aRefusalIsCheapWhereThePrecompileIs() public view override {
        vm.assertTrue(costOfRefusal() > 100_000, "Solidity decided");
    }

    /// If another contract is at 0x100, only the number one in a whole word counts as a result. In all other cases,
    /// Solidity decides.
    function test_behavior_anAnswerThatIsNotOneIsNoAnswer() public {
        bytes[9] memory answers = [
            abi.encode(uint256(0)),
            abi.encode(uint256(2)),
            abi.encode(uint256(3)),
            abi.encode(uint256(1) << 255),
            bytes(hex"01"),
            Passkey.slice(abi.encode(uint256(1)), 1, 32),
            bytes.concat(bytes31(0), hex"01", hex"00"),
            bytes.concat(abi.encode(uint256(1)), hex"01"),
            abi.encode(1, 1)
        ];
        for (uint256 index = 0; index < answers.length; ++index) {
            vm.mockCall(address(0x100), "", answers[index]);
            assertSolidityDecides(vm.toString(index));
        }
    }

    function test_behavior_aContractThatFailsIsNoPrecompile() public {
        vm.mockCallRevert(address(0x100), "", abi.encode(uint256(1)));
        assertSolidityDecides("reverts");
    }

    function assertSolidityDecides(string memory message) private view {
        Input memory input = sign(1, "message");
        vm.assertTrue(verify(input), message);
        input.hash = ~input.hash;
        vm.assertFalse(verify(input), message);
        input.hash = ~input.hash;
        input.s = N - input.s;
        vm.assertFalse(verify(input), message);
    }
}
