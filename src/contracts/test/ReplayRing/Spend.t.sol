// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReplayRing} from "../../src/ReplayRing.sol";
import {vm} from "../base/Vm.sol";
import {RingHarness} from "./RingHarness.sol";
import {RingModel} from "./RingModel.sol";

contract SpendTest {
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant MAX_TIME = type(uint40).max;

    RingHarness internal ring;

    function setUp() public {
        vm.warp(START);
        ring = new RingHarness();
    }

    /// Two digests of one slot are different even if they differ only in the lowest bit of the fingerprint.
    function test_behavior_digestsThatDifferInTheLowestKeptBitAreTwo() public {
        bytes32 digest = keccak256("digest");
        ring.spend(digest, START + 300);
        ring.spend(digest ^ bytes32(uint256(1) << 81), START + 300);
    }

    // behavior: longer histories than those of the invariant test, each in one call

    /// forge-config: default.fuzz.runs = 2000
    /// forge-config: quick.fuzz.runs = 64
    function testFuzz_behavior_agreesWithAMapping(uint256 seed) public {
        RingModel model = new RingModel();
        for (uint256 step = 0; step < 40; ++step) {
            uint256 random = uint256(keccak256(abi.encode(seed, step)));
            uint256 choice = random % 10;
            if (choice < 5) model.offerNew(random >> 8, random >> 128);
            else if (choice < 8) model.offerAgain(random >> 8);
            else model.pass(random >> 8);
        }
        model.compareAll();
    }

    function test_behavior_historiesReachEveryCase() public {
        RingModel model = new RingModel();
        for (uint256 step = 0; step < 400; ++step) {
            uint256 random = uint256(keccak256(abi.encode("reach", step)));
            if (step % 2 == 0) model.offerNew(random >> 8, random >> 128);
            else if (step % 4 == 1) model.offerAgain(random >> 8);
            else model.pass(random >> 8);
        }
        vm.assertTrue(model.accepted() > 20 && model.refusedAsUsed() > 20, "accepted, used");
        vm.assertTrue(model.refusedAsExpired() > 5 && model.overflowed() > 20, "expired, overflowed");
    }

    /// `cancelCall` accepts any expiration, so the ring may record a wrong one. Uses six digests of one slot.
    ///
    /// forge-config: default.fuzz.runs = 2000
    /// forge-config: quick.fuzz.runs = 64
    function testFuzz_behavior_aWrongExpirationLetsNothingBeExecutedTwice(uint256 seed) public {
        uint256[6] memory expirations =
            [START + 5, START + 40, START + 300, MAX_TIME, MAX_TIME + 1, START + 20 + seed % 200];
        bool[6] memory executed;
        bool[6] memory cancelled;
        for (uint256 step = 0; step < 60; ++step) {
            uint256 random = uint256(keccak256(abi.encode(seed, step)));
            (uint256 each, uint256 choice) = (random % 6, (random >> 8) % 4);
            if (choice == 0) {
                vm.warp(block.timestamp + (random >> 16) % 12);
            } else if (choice == 1) {
                uint256 any = (random >> 16) % 3 == 0 ? expirations[(random >> 24) % 6] : block.timestamp + random % 90;
                try ring.spend(digestOf(each, 0), any) {
                    cancelled[each] = true;
                } catch {}
            } else {
                bool live = block.timestamp < expirations[each];
                try ring.spend(digestOf(each, 0), expirations[each]) {
                    vm.assertTrue(live && !executed[each], "executed once, before its expiration");
                    executed[each] = true;
                } catch {
                    vm.assertTrue(!live || executed[each] || cancelled[each], "refused without a reason");
                }
            }
        }
    }

    // behavior: single steps

    function testFuzz_behavior_spendsOnce(bytes32 digest, uint256 lifetime) public {
        uint256 expiration = START + 1 + lifetime % (type(uint256).max - START);
        ring.spend(digest, expiration);
        vm.assertTrue(ring.isSpent(digest), "spent");
        vm.expectRevert(abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digest));
        ring.spend(digest, expiration);
    }

    function test_behavior_writesOneWordAgainWhenItsDigestHasExpired() public {
        ring.spend(digestOf(1, 3), START + 10);
        vm.warp(START + 10);
        ring.spend(digestOf(2, 3), START + 20);
        vm.assertFalse(ring.isSpent(digestOf(1, 3)), "forgotten after its expiration");
        vm.assertTrue(ring.isSpent(digestOf(2, 3)), "remembered");
        vm.assertFalse(ring.overflow(digestOf(2, 3)), "without the mapping");
    }

    function test_behavior_keepsALiveDigestAndUsesTheMappingForTheSecond() public {
        ring.spend(digestOf(1, 3), START + 10);
        ring.spend(digestOf(2, 3), START + 30);
        vm.assertTrue(ring.overflow(digestOf(2, 3)), "second in the mapping");
        // The slot is free again, but the second digest has not expired.
        vm.warp(START + 15);
        vm.expectRevert(abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(2, 3)));
        ring.spend(digestOf(2, 3), START + 30);
        ring.spend(digestOf(3, 3), START + 25);
        vm.assertFalse(ring.overflow(digestOf(3, 3)), "third in the slot");
        vm.expectRevert(abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(2, 3)));
        ring.spend(digestOf(2, 3), START + 30);
    }

    /// A spent digest stays spent however often other digests use its slot, and whether the slot is taken or free.
    function test_behavior_remembersALongLivedDigestBehindShortLivedOnes() public {
        ring.spend(digestOf(1, 0), START + 5);
        ring.spend(digestOf(2, 0), MAX_TIME);
        for (uint256 round = 0; round < 20; ++round) {
            uint256 time = START + 10 * (round + 1);
            vm.warp(time);
            ring.spend(digestOf(100 + round, 0), time + 5);
            vm.expectRevert(abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(2, 0)));
            ring.spend(digestOf(2, 0), MAX_TIME);
            vm.warp(time + 5);
            vm.expectRevert(abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(2, 0)));
            ring.spend(digestOf(2, 0), MAX_TIME);
        }
    }

    function test_behavior_anExpirationBeyond40BitsLivesInTheMapping() public {
        ring.spend(digestOf(1, 5), MAX_TIME + 1);
        ring.spend(digestOf(2, 5), type(uint256).max);
        vm.assertTrue(ring.overflow(digestOf(1, 5)) && ring.overflow(digestOf(2, 5)), "mapping");
        vm.assertEq(ring.slot(5), 0, "slot untouched");
        vm.warp(MAX_TIME);
        vm.expectRevert(abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(1, 5)));
        ring.spend(digestOf(1, 5), MAX_TIME + 1);
        ring.spend(digestOf(3, 5), MAX_TIME + 1);
    }

    /// Shows why `cancelCall` needs the call's own expiration.
    function test_behavior_onTheOtherSideOf40BitsADigestIsLookedForElsewhere() public {
        ring.spend(digestOf(1, 5), MAX_TIME + 1);
        ring.spend(digestOf(1, 5), MAX_TIME);
        ring.spend(digestOf(2, 6), MAX_TIME);
        ring.spend(digestOf(2, 6), MAX_TIME + 1);
    }

    function test_behavior_digestsThatDifferOnlyInTheSlotAreDifferent() public {
        for (uint256 slot = 0; slot < 8; ++slot) {
            ring.spend(digestOf(7, slot), START + 10);
        }
    }

    function test_behavior_aDigestOfZeroIsSpentLikeAnyOther() public {
        vm.assertFalse(ring.isSpent(bytes32(0)), "empty ring");
        ring.spend(bytes32(0), START + 1);
        vm.assertTrue(ring.isSpent(bytes32(0)), "spent");
        vm.expectRevert(abi.encodeWithSelector(ReplayRing.DigestUsed.selector, bytes32(0)));
        ring.spend(bytes32(0), START + 1);
    }

    function test_behavior_saysWhetherTheFlagIsRaised() public {
        vm.assertFalse(ring.spend(digestOf(1, 1), START + 10), "before");
        ring.raiseFlag();
        vm.assertTrue(ring.spend(digestOf(2, 1), START + 10), "mapping");
        vm.assertTrue(ring.spend(digestOf(2, 2), START + 10), "untouched slot");
        vm.assertTrue(ring.spend(digestOf(2, 3), type(uint256).max), "beyond 40 bits");
        vm.warp(START + 10);
        vm.assertTrue(ring.spend(digestOf(3, 1), START + 20), "slot written again");
        vm.assertTrue(ring.isSpent(digestOf(3, 1)), "spent");
    }

    // error: expiration

    function testFuzz_error_refusesAnExpirationThatIsNotInTheFuture(bytes32 digest, uint256 expiration) public {
        expiration = expiration % (START + 1);
        vm.expectRevert(abi.encodeWithSelector(ReplayRing.Expired.selector, expiration));
        ring.spend(digest, expiration);
    }

    function digestOf(uint256 number, uint256 slot) internal pure returns (bytes32) {
        return bytes32((uint256(keccak256(abi.encode(number))) & ~uint256(7)) | slot);
    }
}
