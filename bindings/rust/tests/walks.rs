//! Queues, groups, followers and crowds.
use taut::{Agent, Crowd, Ends, Finder, FindQueue, Follow, Follower, Group, GroupUnit, Options};
use taut::{World, Writer};

fn hall() -> World {
    let mut world = World::new(24, 16, &[true; 24 * 16]).unwrap();
    world.set(8, 0, 10, 12, false).unwrap();
    world.prepare(&Agent::disc(0.4)).unwrap();
    world
}

#[test]
fn queues_and_followers() {
    let mut world = hall();
    let with = Options::agent(Agent::disc(0.4));
    let mut finder = Finder::new(&world).unwrap();
    let mut queue = FindQueue::new(&world).unwrap();
    let ticket = queue.submit((3.0, 3.0), (14.0, 3.0), &with, 0).unwrap();
    assert!(queue.submit((3.0, 3.0), (14.0, 3.0), &with, 256).is_err());
    assert!(queue.answer(&world, ticket, &mut finder).is_none());
    assert_eq!(queue.run(&world, 1_000_000), 0);
    let path = queue.answer(&world, ticket, &mut finder).unwrap().unwrap();
    let mut follower = Follower::new(&world, &with.agent, 2.0).unwrap();
    assert_eq!(follower.set(&world, &finder), Ok(Follow::OnPath));
    assert_eq!(path, finder.find(&world, (3.0, 3.0), (14.0, 3.0), &with).unwrap());
    queue.release(ticket);
    assert!(queue.answer(&world, ticket, &mut finder).is_none());
    let wall = queue.submit((3.0, 3.0), (9.0, 3.0), &with, 0).unwrap();
    queue.run(&world, 1_000_000);
    let why = queue.answer(&world, wall, &mut finder).unwrap().unwrap_err().why;
    assert!(why.contains("goal"), "{why}");

    let (x, y) = follower.place_ahead(3.0).unwrap();
    assert_eq!(follower.move_to(&world, (x as f32, y as f32)), Follow::OnPath);
    assert!(follower.state().progress > 0.1);
    assert_eq!(follower.move_goal(&world, (14.0, 4.0)), Follow::OnPath);
    assert_eq!(follower.pass_link(&world), Follow::OnPath);
    world.set(8, 12, 10, 16, false).unwrap();
    assert_eq!(follower.update(&world), Follow::Search);
}

#[test]
fn groups() {
    let world = hall();
    let mut finder = Finder::new(&world).unwrap();
    let unit = |x, agent| GroupUnit { start: (x, 2.0).into(), agent };
    let disc = Agent::disc(0.4);
    let units = [unit(2.0, disc), unit(3.0, disc), unit(4.0, Agent::disc(1.0))];
    let mut group = Group::new().unwrap();
    let paths = group.find(&world, &mut finder, &units, (14.0, 3.0), Ends::Goal).unwrap();
    assert_eq!(paths[0].as_ref().unwrap().points.last(), Some(&(14.0, 3.0).into()));
    let paths = group.find(&world, &mut finder, &units, (14.0, 3.0), Ends::Spread).unwrap();
    assert!(paths[0].is_ok() && paths[1].is_ok());
    assert_eq!(paths[2].as_ref().unwrap_err().reason, taut::ffi_types::TAUT_REASON_NOT_PREPARED);
    let end = |i: usize| *paths[i].as_ref().unwrap().points.last().unwrap();
    assert!((end(0).x - end(1).x).abs() + (end(0).y - end(1).y).abs() > 0.79);
}

#[test]
fn crowds() {
    let mut world = hall();
    let mut crowd = Crowd::new(&world).unwrap();
    let disc = Agent::disc(0.4);
    let one = crowd.add(&mut world, &disc, (2.0, 2.0), 2.0).unwrap().unwrap();
    let other = crowd.add(&mut world, &disc, (3.0, 2.0), 2.0).unwrap().unwrap();
    assert_eq!(crowd.add(&mut world, &disc, (2.0, 2.0), 2.0), Ok(None));
    assert!(crowd.add(&mut world, &Agent::point(), (5.0, 2.0), 2.0).is_err());
    assert_eq!(crowd.order(&[one, other], (14.0, 3.0)), 2);
    for _ in 0..600 {
        crowd.advance(&world, 0.05).unwrap();
    }
    let units = crowd.units();
    assert!(units.iter().all(|unit| unit.state == taut::ffi_types::TAUT_UNIT_ARRIVED));
    assert!((units[0].at.x - 14.0).abs() < 2.0);
    assert!(crowd.advance(&world, 1.0).is_err());
}

#[test]
fn shared_worlds() {
    let mut writer = Writer::new(hall()).unwrap();
    let reader = writer.reader();
    let before = reader.read().unwrap();
    let searching = std::thread::spawn(move || {
        for _ in 0..50 {
            let world = reader.read().unwrap();
            let mut finder = Finder::new(&world).unwrap();
            let found = finder.find(&world, (3.0, 3.0), (14.0, 3.0), &Options::default());
            if let Ok(path) = found {
                assert!(world.is_walkable_path(&Agent::point(), &path.points));
            }
        }
        reader
    });
    for i in 0..50 {
        writer.set(8, 12, 10, 16, i % 2 == 1).unwrap();
        writer.publish().unwrap();
    }
    writer.set(8, 12, 10, 16, false).unwrap();
    writer.publish().unwrap();
    let mut after = searching.join().unwrap().read().unwrap();
    assert!(before.is_walkable(8, 13) && !after.is_walkable(8, 13));
    assert!(after.set(0, 0, 1, 1, false).is_err());
}
