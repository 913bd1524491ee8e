// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64Url} from "../../src/verification/Base64Url.sol";
import {vm} from "../base/Vm.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";

contract Base64UrlEncodeTest {
    function testFuzz_behavior_agreesWithOpenZeppelin(bytes32 value) public pure {
        assertAgrees(value);
    }

    function test_behavior_encodesEveryCharacterAtEveryPlace() public pure {
        for (uint256 sextet = 0; sextet < 64; ++sextet) {
            for (uint256 place = 0; place < 43; ++place) {
                // The last character holds 4 bits, in the upper part of its sextet.
                uint256 value = place < 42 ? sextet << (250 - 6 * place) : sextet >> 2;
                assertAgrees(bytes32(value));
                assertAgrees(~bytes32(value));
            }
        }
    }

    function test_behavior_encodesTheEdges() public pure {
        assertAgrees(bytes32(0));
        assertAgrees(bytes32(type(uint256).max));
        assertAgrees(bytes32(uint256(1)));
        assertAgrees(bytes32(uint256(1) << 255));
    }

    function assertAgrees(bytes32 value) private pure {
        (bytes32 head, bytes32 tail) = Base64Url.encode(value);
        string memory ours = string(bytes.concat(head, bytes11(tail)));
        vm.assertEq(ours, Base64.encodeURL(bytes.concat(value)), "base64url");
    }
}
