//! What the safe calls answer, beside the same ones in C.
use taut::{Agent, Field, Finder, Options, Point, World};

fn open(width: i32, height: i32) -> World {
    World::new(width, height, &vec![true; (width * height) as usize]).unwrap()
}

#[test]
fn paths_and_edits() {
    let mut world = World::read(".@...\n.@.@.\n...@.\n", "my map").unwrap();
    let mut finder = Finder::new(&world).unwrap();
    let path = finder.find(&world, (0.5, 0.5), (4.5, 2.5), &Options::default()).unwrap();
    assert!((path.length - 6.576).abs() < 1e-3 && path.cost == path.length);
    assert_eq!(path.points[1], Point { x: 1.0, y: 2.0 });
    assert!(world.is_walkable_path(&Agent::point(), &path.points));
    world.set(2, 0, 3, 1, false).unwrap();
    assert!(!world.is_walkable_path(&Agent::point(), &path.points));
    let none = finder.find(&world, (0.5, 0.5), (4.5, 2.5), &Options::default()).unwrap_err();
    assert_eq!(none.reason, taut::ffi_types::TAUT_REASON_NOT_CONNECTED);
    let near = Options { to_nearest: true, ..Options::default() };
    assert!(finder.find(&world, (0.5, 0.5), (4.5, 2.5), &near).is_ok());
    assert_eq!((world.width(), world.height(), world.revision()), (5, 3, 1));
}

#[test]
fn agents_grounds_links_saves() {
    let mut world = open(24, 16);
    world.set(8, 0, 10, 12, false).unwrap();
    let disc = Agent::disc(1.5);
    let mut finder = Finder::new(&world).unwrap();
    assert!(finder.find(&world, (3.0, 3.0), (14.0, 3.0), &Options::agent(disc)).is_err());
    world.prepare(&disc).unwrap();
    let path = finder.find(&world, (3.0, 3.0), (14.0, 3.0), &Options::agent(disc)).unwrap();
    assert!(path.points.len() > 6);
    assert!(!world.has_room(&disc, Point { x: 1.0, y: 1.0 }));
    assert!(world.is_reachable(&disc, (3.0, 3.0).into(), (14.0, 3.0).into()));

    let mut factors = [1.0; 256];
    factors[3] = f32::INFINITY;
    let door = taut::ffi_types::taut_rect { x0: 8, y0: 12, x1: 10, y1: 16 };
    world.set_class(door, 3).unwrap();
    world.set_ground(1, &factors).unwrap();
    let shut = Options::agent(Agent::point().on(1));
    world.prepare(&shut.agent).unwrap();
    let none = finder.find(&world, (3.0, 3.0), (14.0, 3.0), &shut).unwrap_err();
    assert_eq!(none.reason, taut::ffi_types::TAUT_REASON_NOT_CONNECTED);
    let id = world.link((6.0, 3.0).into(), (12.0, 3.0).into(), 2.0).unwrap();
    let path = finder.find(&world, (3.0, 3.0), (14.0, 3.0), &shut).unwrap();
    assert_eq!((path.length, path.cost, path.links[0].link), (5.0, 7.0, id));

    let full = world.save_full();
    assert!(full.len() > world.save().len());
    assert_eq!(World::read_save(&full).unwrap().save_full(), full);
    let again = World::read_save(&world.save()).unwrap();
    let mut other = Finder::new(&again).unwrap();
    assert_eq!(other.find(&again, (3.0, 3.0), (14.0, 3.0), &shut), Ok(path));
}

#[test]
fn exits_of_discs_are_points() {
    let mut world = open(30, 16);
    world.set(8, 0, 10, 12, false).unwrap();
    world.set(18, 0, 20, 16, false).unwrap();
    let disc = Agent::disc(0.4);
    world.prepare(&disc).unwrap();
    let id = world.link((14.5, 3.5).into(), (22.5, 3.5).into(), 1.0).unwrap();
    let mut finder = Finder::new(&world).unwrap();
    let path = finder.find(&world, (3.0, 3.0), (28.0, 9.0), &Options::agent(disc)).unwrap();
    assert_eq!(path.links.len(), 1);
    let (link, exit) = (path.links[0].link, path.links[0].exit as usize);
    assert_eq!((link, path.points[exit - 1]), (id, Point { x: 14.5, y: 3.5 }));
    assert_eq!(path.points[exit], Point { x: 22.5, y: 3.5 });
}

#[test]
fn reasons_are_sentences() {
    let world = World::read("..@..\n", "m").unwrap();
    let mut finder = Finder::new(&world).unwrap();
    let options = Options::agent(Agent::point().on(300));
    let none = finder.find(&world, (0.5, 0.5), (1.5, 0.5), &options).unwrap_err();
    assert!(none.why.contains("out of range"), "{}", none.why);
    let mut field = Field::new(Agent::point()).unwrap();
    field.set_goals(&[(2.5, 0.5).into()]).unwrap();
    let none = field.update(&world).unwrap_err();
    assert_eq!(none.reason, taut::ffi_types::TAUT_REASON_GOAL_BLOCKED);
    assert!(none.why.contains("(2.5, 0.5)") && none.why.ends_with('.'), "{}", none.why);
}

#[test]
fn fields() {
    let mut world = open(24, 16);
    world.set(8, 0, 10, 12, false).unwrap();
    let mut field = Field::new(Agent::point()).unwrap();
    field.set_goals(&[(14.0, 3.0).into()]).unwrap();
    assert_eq!(field.distance(&world, (3.0, 3.0)), f64::INFINITY);
    field.update(&world).unwrap();
    assert!((field.distance(&world, (3.0, 3.0)) - 22.144).abs() < 1e-3);
    assert_eq!(field.next_corner(&world, (3.0, 3.0)), Some(Point { x: 8.0, y: 12.0 }));
    let mut finder = Finder::new(&world).unwrap();
    assert_eq!(finder.find_by_field(&world, &field, (3.0, 3.0)).unwrap().points.len(), 4);
    assert_eq!(field.distance(&open(3, 3), (1.0, 1.0)), f64::INFINITY);
}

#[test]
fn threads() {
    let world = open(64, 64);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut finder = Finder::new(&world).unwrap();
                for i in 0..50 {
                    let goal = (60.0, i as f32);
                    assert!(finder.find(&world, (1.0, 1.0), goal, &Options::default()).is_ok());
                }
            });
        }
    });
}

#[test]
fn mistakes_are_errors() {
    let words = |error: Result<World, taut::Error>| error.err().unwrap().to_string();
    assert!(words(World::read("..\n.\n", "room")).contains("room:2:"));
    assert!(words(World::new(0, 5, &[])).contains("width 0"));
    assert!(words(World::new(2, 2, &[true; 3])).contains("3 tiles for a map of 2 x 2"));
    assert!(words(World::read_save(b"nothing")).contains("no save"));
    let mut world = open(4, 4);
    assert!(world.prepare(&Agent::disc(f64::NAN)).is_err());
    assert!(world.set_ground(0, &[1.0; 256]).is_err());
    assert!(Field::new(Agent::disc(99.0)).is_err());
}

#[test]
#[should_panic(expected = "another world")]
fn a_finder_is_of_one_world() {
    let mut finder = Finder::new(&open(3, 3)).unwrap();
    let _ = finder.find(&open(3, 3), (1.0, 1.0), (2.0, 2.0), &Options::default());
}
