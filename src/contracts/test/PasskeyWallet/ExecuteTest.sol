// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCallsTest} from "./ExecuteCallsTest.sol";
import {ExecuteFeesTest} from "./ExecuteFeesTest.sol";
import {ExecuteReplayTest} from "./ExecuteReplayTest.sol";
import {ExecuteSignaturesTest} from "./ExecuteSignaturesTest.sol";

/// @title ExecuteTest
///
/// @notice Everything that an execution must do and refuse. The tests run for `execute` and `executePacked`, each with
///         and without the precompile. The verdicts must be the same in all four runs.
abstract contract ExecuteTest is ExecuteCallsTest, ExecuteFeesTest, ExecuteReplayTest, ExecuteSignaturesTest {}
