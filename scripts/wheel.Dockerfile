# Where cibuildwheel builds wheels of weft (pyproject.toml): Debian 12 with what `make wheel` installs, and in /opt/python the versions
# of Python, as the images of manylinux have them. The first one is the one that cibuildwheel itself runs.
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends g++ cmake ninja-build make ccache pkg-config dpkg-dev ca-certificates \
    zlib1g-dev python3 libhwy-dev libtomlplusplus-dev libcli11-dev libfmt-dev nlohmann-json3-dev librandom123-dev libhdf5-dev
COPY --from=python:3.9-bookworm /usr/local /opt/python/cp39-cp39
COPY --from=python:3.10-bookworm /usr/local /opt/python/cp310-cp310
COPY --from=python:3.11-bookworm /usr/local /opt/python/cp311-cp311
COPY --from=python:3.12-bookworm /usr/local /opt/python/cp312-cp312
RUN printf '%s\n' /opt/python/*/lib >/etc/ld.so.conf.d/python.conf && ldconfig
# pip names the Python that runs it by its path, which was another before the copy.
RUN for folder in /opt/python/*; do sed -i "1s|/usr/local/|$folder/|" "$folder"/bin/pip*; done
