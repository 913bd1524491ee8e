// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "../base/Vm.sol";
import {RingModel} from "./RingModel.sol";

/// @notice Invariant: in any order of operations, no replay is accepted and no unspent digest is refused.
contract ReplayRingInvariantTest {
    RingModel internal model;

    function setUp() public {
        vm.warp(1_800_000_000);
        model = new RingModel();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(model);
    }

    function invariant_behavior_agreesWithAMapping() public view {
        model.compareAll();
    }
}
