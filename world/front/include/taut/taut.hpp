// The whole front: all that a game needs. The stages of the engine are in <taut/engine/>.
//
// A source that needs one class compiles faster with that class's header.
#pragma once

#include <taut/agent.hpp>
#include <taut/crowd.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/frame.hpp>
#include <taut/grid.hpp>
#include <taut/group.hpp>
#include <taut/map_file.hpp>
#include <taut/point.hpp>
#include <taut/queue.hpp>
#include <taut/save.hpp>
#include <taut/shared_world.hpp>
#include <taut/status.hpp>
#include <taut/world.hpp>
