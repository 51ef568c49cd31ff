//! Links the installed library: TAUT_LIB_DIR, or what `cmake --preset library` of the clone in
//! which this crate lies has installed.
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=TAUT_LIB_DIR");
    let crate_dir = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let dir = match env::var("TAUT_LIB_DIR") {
        Ok(dir) => PathBuf::from(dir),
        Err(_) => crate_dir.join("../../build-library/installed/lib"),
    };
    println!("cargo:rustc-link-search=native={}", dir.display());
    let package = dir.join("pkgconfig/taut-c.pc");
    println!("cargo:rerun-if-changed={}", package.display());
    let text = match fs::read_to_string(&package) {
        Ok(text) => text,
        Err(_) if env::var("CARGO_CFG_TARGET_OS").unwrap() == "windows" => {
            println!("cargo:rustc-link-lib=dylib=taut");
            return;
        }
        Err(error) => panic!(
            "taut is not in {}: build it with `cmake --preset library` and `cmake --build \
             --preset library --target install`, or set TAUT_LIB_DIR ({error})",
            dir.display()
        ),
    };
    // Ours are static, so that programs need nothing beside them.
    for word in text.split_whitespace() {
        match word.strip_prefix("-l") {
            Some(name) => {
                let kind = if name.starts_with("taut") { "static" } else { "dylib" };
                println!("cargo:rustc-link-lib={kind}={name}");
            }
            None if word == "libhwy" => println!("cargo:rustc-link-lib=dylib=hwy"),
            None => {}
        }
    }
}
